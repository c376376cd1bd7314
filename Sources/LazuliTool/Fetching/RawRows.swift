import Lazuli

/// Rows without padding, straight RGBA; 16-bit samples big-endian.
enum RawRows {
  static func write(_ pixels: PixelBuffer, to writer: PictureWriter) throws(ImageError) {
    try pixels.withUnsafeBytes { (bytes) throws(ImageError) in
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
    let swapped = (0..<row.count / 2).map { index in
      row.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self).bigEndian
    }
    try swapped.withUnsafeBytes { (bytes) throws(ImageError) in try writer.write(bytes) }
  }
}
