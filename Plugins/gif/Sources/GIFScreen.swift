import LazuliABI
import LazuliPluginKit

/// The header and the logical screen descriptor (GIF89a, 17 and 18).
struct GIFScreen {
  static let byteCount = 13

  let width: UInt16
  let height: UInt16
  let flags: UInt8

  var colorTableByteCount: Int { tableByteCount(flags: flags) }

  /// Bits of an index, as many as the contract has names for.
  var bitsPerSample: UInt32 {
    guard flags & 0x80 != 0 else { return 8 }
    return switch flags & 7 {
    case 0: 1
    case 1: 2
    case 2, 3: 4
    default: 8
    }
  }

  /// `nil` when more bytes are needed.
  init?(_ bytes: UnsafeRawBufferPointer) throws(PluginError) {
    let signature: [UInt8] = [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]
    for index in 0..<signature.count where index < bytes.count {
      let isVersion89 = index == 4 && bytes[index] == 0x39
      guard bytes[index] == signature[index] || isVersion89 else {
        throw PluginError(LZL_ERROR_NOT_THIS_FORMAT, "The file does not begin with GIF87a or GIF89a")
      }
    }
    guard bytes.count >= Self.byteCount else { return nil }
    width = bytes.word(at: 6)
    height = bytes.word(at: 8)
    flags = bytes[10]
  }
}
