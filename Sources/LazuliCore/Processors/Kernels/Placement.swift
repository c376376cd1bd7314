extension PixelSurface {
  /// Copies a part of `pixels`, which lies within them, to (x, y), where it has room. Formats are the same.
  func place(_ pixels: PixelBuffer, _ part: PixelRectangle, x: Int, y: Int) {
    let size = format.bytesPerPixel
    let count = part.width * size
    withUnsafeMutableBytes { target in
      pixels.withUnsafeBytes { source in
        for row in 0..<part.height {
          let from = source.baseAddress! + (part.y + row) * pixels.bytesPerRow + part.x * size
          let to = target.baseAddress! + (y + row) * bytesPerRow + x * size
          to.copyMemory(from: from, byteCount: count)
        }
      }
    }
  }

  /// Makes every pixel `color`, which the format can hold.
  func fill(_ color: RGBAColor) {
    let samples = color.samples(in: format)
    withUnsafeMutableBytes { target in
      let first = UnsafeMutableRawBufferPointer(rebasing: target[..<layout.usedBytesPerRow])
      if format.bitsPerSample == 8 {
        for index in first.indices { first[index] = UInt8(samples[index % samples.count]) }
      } else {
        let row = first.assumingMemoryBound(to: UInt16.self)
        for index in row.indices { row[index] = samples[index % samples.count] }
      }
      for row in 1..<max(height, 1) {
        (target.baseAddress! + row * bytesPerRow).copyMemory(from: target.baseAddress!, byteCount: first.count)
      }
    }
  }
}
