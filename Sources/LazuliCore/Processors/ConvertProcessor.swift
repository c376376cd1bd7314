/// Another pixel format, depth included; see `PixelConversion` for the arithmetic.
///
/// Colour information is carried along, without what it says of ink once that is gone. Same
/// format: the same pixels, no copy. Throws `unsupported` for what `PixelConversion` has no way for.
public struct ConvertProcessor: ImageProcessor, Hashable {
  public let format: PixelFormat
  /// Whether colour may become gray and alpha be dropped.
  public let allowsLoss: Bool

  public init(to format: PixelFormat, allowsLoss: Bool = false) {
    self.format = format
    self.allowsLoss = allowsLoss
  }

  public var identity: String { "convert(\(format.rawValue),\(allowsLoss ? "lossy" : "lossless"))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard pixels.format != format else { return pixels }
    let conversion = PixelConversion(
      from: pixels.format, to: format, allowsLoss: allowsLoss, hasInvertedCMYK: pixels.color.hasInvertedCMYK)
    guard let conversion else { throw refusal(of: pixels.format) }
    var converted = try pixels.mapRows(to: format, pool: pool) { conversion.convert($0, into: $1, count: $2) }
    if pixels.format == .cmyk8 { converted.color = pixels.color.fitting(format) }
    return converted
  }

  private func refusal(of source: PixelFormat) -> ImageError {
    let remedy = format == .cmyk8 ? "ask for RGB" : "allow the loss, or flatten the image first"
    return ImageError(
      .unsupported, at: .process, "\(source.rawValue) pixels cannot become \(format.rawValue) as asked; \(remedy)")
  }
}
