import LazuliCore

/// The target size, from pixels which may have been decoded at reduced size.
struct TargetSizeProcessor: ImageProcessor {
  let plan: ResizePlan
  let options: ResizeOptions

  var identity: String { "\(plan) \(options)" }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard ImageSize(width: pixels.width, height: pixels.height) == plan.source else {
      return try ResizeProcessor(.exact(plan.target), options).process(pixels, pool: pool)
    }
    guard !plan.isIdentity else { return pixels }
    let resizer = try plan.makeResizer(options, pixels.format, color: pixels.color, pool: pool)
    try resizer.push(pixels)
    return resizer.surface.freeze()
  }
}

extension ResizePlan {
  /// A resizer into a surface of its own.
  func makeResizer(
    _ options: ResizeOptions, _ format: PixelFormat, color: ColorInformation, pool: PixelBufferPool
  ) throws(ImageError) -> RowResizer {
    guard let layout = PixelLayout(width: target.width, height: target.height, format: format) else {
      throw ImageError(
        .invalidRequest, at: .process,
        "An image of \(target.width)×\(target.height) pixels cannot be; ask for another size")
    }
    let surface = try pool.surface(layout, color: color, isCleared: false)
    do {
      return try RowResizer(self, filter: options.filter, isInLinearLight: options.isInLinearLight, into: surface)
    } catch {
      // Sums over parts of pixels may be too large where those over whole ones are not.
      guard error.code == .limitExceeded else { throw error }
      let whole = ResizePlan(from: source, to: scaled, window: window)
      return try RowResizer(whole, filter: options.filter, isInLinearLight: options.isInLinearLight, into: surface)
    }
  }
}
