/// Puts an image with alpha onto a background colour; the result is opaque.
///
/// round(c · a + b · (1 - a)) for each sample, in the samples' own encoding. The format stays, with full
/// alpha, except that gray on a coloured background becomes `rgba8`; formats without alpha come back as
/// they are. Throws `outOfMemory`.
public struct FlattenProcessor: ImageProcessor, Hashable {
  public let background: RGBColor

  public init(onto background: RGBColor = .white) {
    self.background = background
  }

  public var identity: String { "flatten(\(background.red),\(background.green),\(background.blue))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    switch pixels.format {
    case .gray8, .gray16, .cmyk8:
      return pixels
    case .grayAlpha8 where !background.isGray:
      return try process(ConvertProcessor(to: .rgba8).process(pixels, pool: pool), pool: pool)
    case .grayAlpha8:
      return try pixels.mapRows(to: .grayAlpha8, pool: pool, FlattenKernels.grayAlpha8(onto: background.red))
    case .rgba8:
      return try pixels.mapRows(to: .rgba8, pool: pool, FlattenKernels.rgba8(onto: background))
    case .rgba8Premultiplied:
      return try pixels.mapRows(
        to: .rgba8Premultiplied, pool: pool, FlattenKernels.rgba8Premultiplied(onto: background))
    case .rgba16:
      return try pixels.mapRows(to: .rgba16, pool: pool, FlattenKernels.rgba16(onto: background))
    }
  }
}
