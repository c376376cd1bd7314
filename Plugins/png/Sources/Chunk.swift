import CLazuliPNG
import LazuliPluginKit

/// The four letters that name a chunk, the first one in the highest byte.
struct ChunkType: Equatable {
  let code: UInt32

  static let header = ChunkType(code: 0x4948_4452)  // IHDR
  static let palette = ChunkType(code: 0x504C_5445)  // PLTE
  static let data = ChunkType(code: 0x4944_4154)  // IDAT
  static let end = ChunkType(code: 0x4945_4E44)  // IEND
  static let transparency = ChunkType(code: 0x7452_4E53)  // tRNS
  static let gamma = ChunkType(code: 0x6741_4D41)  // gAMA
  static let chromaticities = ChunkType(code: 0x6348_524D)  // cHRM
  static let standardRGB = ChunkType(code: 0x7352_4742)  // sRGB
  static let profile = ChunkType(code: 0x6943_4350)  // iCCP
  static let codePoints = ChunkType(code: 0x6349_4350)  // cICP
  static let dimensions = ChunkType(code: 0x7048_5973)  // pHYs
  static let exif = ChunkType(code: 0x6558_4966)  // eXIf
  static let text = ChunkType(code: 0x7445_5874)  // tEXt
  static let compressedText = ChunkType(code: 0x7A54_5874)  // zTXt
  static let internationalText = ChunkType(code: 0x6954_5874)  // iTXt
  static let animation = ChunkType(code: 0x6163_544C)  // acTL
  static let frame = ChunkType(code: 0x6663_544C)  // fcTL
  static let frameData = ChunkType(code: 0x6664_4154)  // fdAT
  /// Apple's variant of the format, for its own devices: its data has no zlib header.
  static let apple = ChunkType(code: 0x4367_4249)  // CgBI

  /// Whether a decoder that does not know it has to give up (PNG third edition, 5.4).
  var isCritical: Bool { code & 0x2000_0000 == 0 }

  var isMadeOfLetters: Bool {
    bytes.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
  }

  /// The letters, for messages.
  var name: String {
    isMadeOfLetters ? String(decoding: bytes, as: UTF8.self) : "????"
  }

  private var bytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
  }
}

/// A chunk that is there as a whole.
struct Chunk {
  let type: ChunkType
  let body: UnsafeRawBufferPointer
  /// Where it begins in the file.
  let offset: UInt64

  /// Fails with what is wrong unless the body has this size.
  func requireSize(_ size: Int) throws(PluginError) {
    guard body.count == size else { throw fault("has the wrong size") }
  }

  func fault(_ what: String) -> PluginError {
    .corrupt("The chunk " + type.name + " " + what, at: offset)
  }
}

extension UnsafeRawBufferPointer {
  /// Four bytes as PNG stores numbers; they have to be there.
  func bigEndian32(at index: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: index, as: UInt32.self))
  }

  /// Two bytes as PNG stores numbers; they have to be there.
  func bigEndian16(at index: Int) -> UInt16 {
    UInt16(bigEndian: loadUnaligned(fromByteOffset: index, as: UInt16.self))
  }

  /// What lies behind the first zero byte, and what before.
  func splitAtZero() -> (head: UnsafeRawBufferPointer, rest: UnsafeRawBufferPointer)? {
    guard let zero = firstIndex(of: 0) else { return nil }
    return (Self(rebasing: self[..<zero]), Self(rebasing: self[(zero + 1)...]))
  }

  func dropping(_ count: Int) -> UnsafeRawBufferPointer {
    Self(rebasing: self[Swift.min(count, self.count)...])
  }

  /// The check sum of a chunk, going on from `sum`.
  func checkSum(from sum: UInt32 = 0) -> UInt32 {
    lzlpng_crc(sum, baseAddress, count)
  }
}
