/// Divides premultiplied colours by alpha: `rgba8` of `rgba8-premultiplied`.
///
/// round(c · 255 / a), 0 where alpha is 0. Other formats come back as they are. Throws `outOfMemory`.
public struct UnpremultiplyProcessor: ImageProcessor, Hashable {
  public init() {}

  public var identity: String { "unpremultiply" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard pixels.format == .rgba8Premultiplied else { return pixels }
    return try ConvertProcessor(to: .rgba8).process(pixels, pool: pool)
  }
}
