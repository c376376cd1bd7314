/// PNG files for tests: RGBA8 of one colour, stored without compression, with whatever chunks are wanted.
public struct TinyPNG {
  /// The file so far.
  public private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A file of that size, without image data so far.
  public init(width: Int, height: Int) {
    add("IHDR", Self.bytes(of: width) + Self.bytes(of: height) + [8, 6, 0, 0, 0])
  }

  /// A whole still image.
  public static func filled(width: Int, height: Int, with color: [UInt8]) -> [UInt8] {
    var file = TinyPNG(width: width, height: height)
    file.add("IDAT", data(width: width, height: height, of: color))
    file.add("IEND", [])
    return file.bytes
  }

  /// Adds a chunk.
  public mutating func add(_ type: String, _ body: [UInt8]) {
    let checked = Array(type.utf8) + body
    bytes += Self.bytes(of: body.count) + checked + Self.bytes(of: Int(Checksum.crc32(checked)))
  }

  /// Adds acTL: an animation of so many frames, which plays for ever.
  public mutating func addAnimation(frameCount: Int) {
    add("acTL", Self.bytes(of: frameCount) + Self.bytes(of: 0))
  }

  /// Adds fcTL: a frame in the upper left corner, shown for `hundredths` of a second.
  public mutating func addFrame(sequence: Int, width: Int, height: Int, hundredths: UInt8 = 10) {
    let numbers: [UInt8] = [sequence, width, height, 0, 0].flatMap(Self.bytes)
    add("fcTL", numbers + [0, hundredths, 0, 100, 0, 0])
  }

  /// Adds fdAT: the pixels of the frame.
  public mutating func addFrameData(sequence: Int, width: Int, height: Int, of color: [UInt8]) {
    add("fdAT", Self.bytes(of: sequence) + Self.data(width: width, height: height, of: color))
  }

  /// Rows of one colour as a zlib stream.
  public static func data(width: Int, height: Int, of color: [UInt8]) -> [UInt8] {
    let row: [UInt8] = [0] + (0..<width).flatMap { _ in color }
    let rows: [UInt8] = (0..<height).flatMap { _ in row }
    return [0x78, 0x01] + StoredDeflate.blocks(of: rows) + bytes(of: Int(Checksum.adler32(rows)))
  }

  private static func bytes(of number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
