/// Another size, by the exact average of the area that each target pixel covers.
///
/// Any format. Straight alpha weighs the colours, and the result is straight again, 0 where alpha is 0;
/// each sample is rounded once. Averages are of the samples as encoded. Enlarging works too and gives
/// blocks. Same size: the same pixels, no copy. Throws `outOfMemory`.
public struct ResizeProcessor: ImageProcessor, Hashable {
  public let fitting: SizeFitting

  public init(_ fitting: SizeFitting) {
    self.fitting = fitting
  }

  public init(width: Int, height: Int) {
    fitting = .exact(ImageSize(width: width, height: height))
  }

  public var identity: String {
    switch fitting {
    case .exact(let size): "resize(exact,\(size.width)x\(size.height))"
    case .fit(let size): "resize(fit,\(size.width)x\(size.height))"
    case .fill(let size): "resize(fill,\(size.width)x\(size.height))"
    }
  }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let source = ImageSize(width: pixels.width, height: pixels.height)
    let target = fitting.size(for: source)
    guard target != source else { return pixels }
    let surface = try pool.surface(
      width: target.width, height: target.height, format: pixels.format, color: pixels.color)
    let resizer = try RowResizer(width: source.width, height: source.height, into: surface)
    pixels.withUnsafeBytes { resizer.push($0, bytesPerRow: pixels.bytesPerRow) }
    return surface.freeze()
  }
}
