/// Deflate without compression (RFC 1951, 3.2.4).
public enum StoredDeflate {
  public static func blocks(of bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let part = rest.prefix(65_535)
      rest = rest.dropFirst(part.count)
      let low = UInt8(part.count & 255)
      let high = UInt8(part.count >> 8)
      blocks += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + part
    } while !rest.isEmpty
    return blocks
  }

  /// As a gzip member (RFC 1952).
  public static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + blocks(of: bytes) + littleEndian(Checksum.crc32(bytes))
      + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  private static func littleEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (8 * UInt32($0)) & 255) }
  }
}
