import LazuliCore

/// What of a preview did not come yet, where its decoder's format has no alpha to say so: browsers let the ground show
/// through there, and so do we.
struct MissingRows {
  /// The rows from there on, as the image is stored, in its final size.
  let first: Int
  let orientation: Orientation

  /// `nil` when all rows came, or when those that did not are transparent.
  init?(_ frame: DecodedFrame, _ header: ImageHeader, _ plan: DecodePlan, _ wish: DecodeWish) {
    let whole = PixelRectangle(x: 0, y: 0, width: plan.canvas.width, height: plan.canvas.height)
    guard frame.information.rectangle == whole, wish.options.processors.isEmpty else { return nil }
    let resize = plan.resizePlan(of: header, wish)
    let isResized = resize.map { frame.resized[$0] != nil } ?? false
    guard let first = isResized ? resize.flatMap({ frame.wholeRowCounts[$0] }) : frame.wholeRowCount else { return nil }
    self.first = first
    orientation = wish.options.appliesOrientation ? header.orientation ?? .up : .up
  }

  /// The finished pixels with alpha, 0 for what is missing; ink stays as it is: it has no such format.
  func cleared(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard let format = pixels.format.withAlpha else { return pixels }
    var pixels = try ConvertProcessor(to: format).process(pixels, pool: pool)
    try pixels.modify(pool: pool) { surface in
      if orientation.swapsSides { clearColumns(of: surface) } else { surface.clear(rows: missing(of: surface.height)) }
    }
    return pixels
  }

  /// Where the missing part lies of a side along which rows are counted.
  private func missing(of length: Int) -> Range<Int> {
    let count = max(0, length - first)
    switch orientation {
    case .up, .upMirrored, .leftMirrored, .left: return length - count..<length
    case .down, .downMirrored, .right, .rightMirrored: return 0..<count
    }
  }

  private func clearColumns(of surface: PixelSurface) {
    let columns = missing(of: surface.width)
    let size = surface.format.bytesPerPixel
    surface.withUnsafeMutableBytes { bytes in
      for row in 0..<surface.height {
        let start = row * surface.bytesPerRow + columns.lowerBound * size
        for index in start..<start + columns.count * size { bytes[index] = 0 }
      }
    }
  }
}

extension PixelFormat {
  fileprivate var withAlpha: PixelFormat? {
    switch self {
    case .gray8: .grayAlpha8
    case .gray16: .rgba16
    case .cmyk8: nil
    case .grayAlpha8, .rgba8, .rgba8Premultiplied, .rgba16: self
    }
  }
}
