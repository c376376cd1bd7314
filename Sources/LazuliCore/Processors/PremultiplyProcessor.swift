/// Multiplies the colours by alpha: `rgba8-premultiplied` of every format with straight alpha.
///
/// round(c · a / 255); 16 bits are reduced to 8 first. Formats without alpha and premultiplied ones come
/// back as they are. Throws `outOfMemory`.
public struct PremultiplyProcessor: ImageProcessor, Hashable {
  public init() {}

  public var identity: String { "premultiply" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard pixels.format.hasAlpha else { return pixels }
    return try ConvertProcessor(to: .rgba8Premultiplied).process(pixels, pool: pool)
  }
}
