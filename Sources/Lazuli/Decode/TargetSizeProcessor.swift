import LazuliCore

/// The target size, from pixels which may have been decoded at reduced size.
struct TargetSizeProcessor: ImageProcessor {
  let size: ImageSize
  /// What of the pixels is picture; `nil`: all.
  let extent: ReducedExtent?

  var identity: String { ResizeProcessor(.exact(size)).identity }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let source = ImageSize(width: pixels.width, height: pixels.height)
    guard source != size, let extent, extent.size == source,
      let layout = PixelLayout(width: size.width, height: size.height, format: pixels.format)
    else { return try ResizeProcessor(.exact(size)).process(pixels, pool: pool) }
    let surface = try pool.surface(layout, color: pixels.color)
    let resizer = try Self.resizer(source, extent, into: surface)
    pixels.withUnsafeBytes { resizer.push($0, bytesPerRow: pixels.bytesPerRow) }
    return surface.freeze()
  }

  /// Sums over parts of pixels may be too large where those over whole ones are not.
  private static func resizer(
    _ source: ImageSize, _ extent: ReducedExtent, into surface: PixelSurface
  ) throws(ImageError) -> RowResizer {
    do {
      return try RowResizer(width: source.width, height: source.height, extent: extent, into: surface)
    } catch {
      guard error.code == .limitExceeded else { throw error }
      return try RowResizer(width: source.width, height: source.height, into: surface)
    }
  }
}
