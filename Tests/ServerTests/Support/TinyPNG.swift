/// PNG files of one colour, made by hand (ISO/IEC 15948), with deflate blocks that are stored.
enum TinyPNG {
  /// Fully opaque RGB.
  static func solid(_ width: Int = 1, _ height: Int = 1, _ color: [UInt8] = [255, 0, 0]) -> [UInt8] {
    file(width, height, data: zlib(rows(width, height, color)))
  }

  /// Of a colour that is told apart from others by its number.
  static func numbered(_ number: Int) -> [UInt8] { solid(2, 2, color(number)) }

  static func color(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(255 - number & 255), 7] }

  /// With a text about the picture.
  static func commented(_ keyword: String, _ text: String) -> [UInt8] {
    file(1, 1, extra: chunk("tEXt", Array("\(keyword)\0\(text)".utf8)), data: zlib(rows(1, 1, [255, 0, 0])))
  }

  /// A header which announces so much, and next to nothing behind it.
  static func announcing(_ width: Int, _ height: Int) -> [UInt8] {
    file(width, height, data: zlib([0, 0, 0, 0]))
  }

  private static func file(_ width: Int, _ height: Int, extra: [UInt8] = [], data: [UInt8]) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + extra + chunk("IDAT", data)
      + chunk("IEND", [])
  }

  private static func rows(_ width: Int, _ height: Int, _ color: [UInt8]) -> [UInt8] {
    let row = [0] + Array(repeating: color, count: width).joined()
    return Array(Array(repeating: row, count: height).joined())
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(data.count) + content + bigEndian(Int(Checksum.crc32(content)))
  }

  /// RFC 1950.
  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    [0x78, 0x01] + StoredDeflate.blocks(of: bytes) + bigEndian(Int(Checksum.adler32(bytes)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [UInt8(number >> 24 & 255), UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255)]
  }
}
