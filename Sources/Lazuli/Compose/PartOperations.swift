import LazuliCore

/// What the compositor does to a part of a canvas, row by row.
extension PixelSurface {
  func clear(_ part: CanvasPart) {
    withUnsafeMutableBytes { bytes in
      for row in part.rows { bytes.initializeMemory(in: layout.bytes(of: part.columns, inRow: row)) }
    }
  }

  /// Hands the rows of `part` here and of `frame` to `body`, with the number of pixels.
  func draw(
    _ frame: PixelBuffer, at part: CanvasPart,
    _ body: (_ upper: UnsafeRawPointer, _ lower: UnsafeMutableRawPointer, _ count: Int) -> Void
  ) {
    let columns = part.frameX..<part.frameX + part.columns.count
    withUnsafeMutableBytes { bytes in
      frame.withUnsafeBytes { frameBytes in
        for (index, row) in part.rows.enumerated() {
          let source = frame.layout.bytes(of: columns, inRow: part.frameY + index)
          let target = layout.bytes(of: part.columns, inRow: row)
          body(
            frameBytes.baseAddress! + source.lowerBound, bytes.baseAddress! + target.lowerBound, columns.count)
        }
      }
    }
  }
}

extension PixelBuffer {
  /// A copy of `part`, in memory of its size.
  func cut(_ part: CanvasPart, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard let layout = PixelLayout(width: part.columns.count, height: part.rows.count, format: format) else {
      throw ImageError(.internalError, at: .compose, "A part of a \(width)×\(height) canvas has no size")
    }
    let surface = try pool.surface(layout, color: color, isCleared: false)
    surface.withUnsafeMutableBytes { target in
      withUnsafeBytes { source in
        for (index, row) in part.rows.enumerated() {
          let bytes = UnsafeRawBufferPointer(rebasing: source[self.layout.bytes(of: part.columns, inRow: row)])
          UnsafeMutableRawBufferPointer(rebasing: target[(index * layout.bytesPerRow)...]).copyMemory(from: bytes)
        }
      }
    }
    return surface.freeze()
  }
}

extension PixelLayout {
  fileprivate func bytes(of columns: Range<Int>, inRow row: Int) -> Range<Int> {
    let start = row * bytesPerRow
    return start + columns.lowerBound * format.bytesPerPixel..<start + columns.upperBound * format.bytesPerPixel
  }
}

extension UnsafeMutableRawBufferPointer {
  fileprivate func initializeMemory(in range: Range<Int>) {
    self[range].initializeMemory(as: UInt8.self, repeating: 0)
  }
}
