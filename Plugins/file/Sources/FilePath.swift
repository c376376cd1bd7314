import LazuliABI
import LazuliPluginKit

/// Between the path of a file URL and the bytes of a path.
enum FilePath {
  /// Percent-decodes, and adds the NUL that the kernel wants.
  static func decode(_ path: lzl_bytes) throws(PluginError) -> [UInt8] {
    let source = UnsafeBufferPointer(start: path.data, count: Int(clamping: path.size))
    var decoded: [UInt8] = []
    decoded.reserveCapacity(source.count + 1)
    var index = 0
    while index < source.count {
      guard let byte = encodedByte(in: source, at: index) else {
        decoded.append(source[index])
        index += 1
        continue
      }
      guard byte != UInt8(ascii: "/") else {
        throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "No file's name holds a slash, as %2F in the URL says")
      }
      decoded.append(byte)
      index += 3
    }
    guard decoded.first == UInt8(ascii: "/"), !decoded.contains(0) else {
      throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The URL's path is not absolute, or holds a NUL byte (%00)")
    }
    decoded.append(0)
    return decoded
  }

  /// The file URL of a path.
  static func url(of path: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var url = [UInt8]("file://".utf8)
    for byte in path {
      if isPlain(byte) {
        url.append(byte)
      } else {
        url.append(UInt8(ascii: "%"))
        url.append(digit(byte >> 4))
        url.append(digit(byte & 15))
      }
    }
    return url
  }

  private static func encodedByte(in source: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
    guard source[index] == UInt8(ascii: "%"), source.count - index > 2,
      let high = value(of: source[index + 1]), let low = value(of: source[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// What stays as it is; a backslash does not: URL parsers take it for a slash.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}
