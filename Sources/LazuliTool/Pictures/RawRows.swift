import Lazuli

/// Rows without padding, straight RGBA; 16-bit samples big-endian.
enum RawRows {
  static func write(_ pixels: PixelBuffer, to writer: PictureWriter) throws(ImageError) {
    try pixels.withUnsafeBytes { (bytes) throws(ImageError) in
      // Without padding they are one piece.
      guard pixels.bytesPerRow > pixels.layout.usedBytesPerRow || pixels.format == .rgba16 else {
        return try writer.write(UnsafeRawBufferPointer(rebasing: bytes[..<(pixels.height * pixels.bytesPerRow)]))
      }
      for y in 0..<pixels.height {
        let start = y * pixels.bytesPerRow
        let row = UnsafeRawBufferPointer(rebasing: bytes[start..<start + pixels.layout.usedBytesPerRow])
        try write(row, isDeep: pixels.format == .rgba16, to: writer)
      }
    }
  }

  private static func write(
    _ row: UnsafeRawBufferPointer, isDeep: Bool, to writer: PictureWriter
  ) throws(ImageError) {
    guard isDeep else { return try writer.write(row) }
    var swapped: [UInt8] = []
    swapped.reserveCapacity(row.count)
    for at in stride(from: 0, to: row.count, by: 2) {
      let sample = row.loadUnaligned(fromByteOffset: at, as: UInt16.self)
      swapped.append(UInt8(sample >> 8))
      swapped.append(UInt8(sample & 255))
    }
    try ByteChunk(swapped).withUnsafeBytes { (bytes) throws(ImageError) in try writer.write(bytes) }
  }
}
