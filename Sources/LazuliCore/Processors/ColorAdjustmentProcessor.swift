/// Brightness, contrast and saturation.
///
/// Each sample, as encoded and in parts of 1, is multiplied by `brightness`; its distance from 0.5 then by
/// `contrast`, and that from the pixel's luma (BT.709) by `saturation`. Clamped and rounded once, at the end; alpha
/// stays. All 1: the same pixels, no copy. Throws `unsupported` for CMYK, and `outOfMemory`.
public struct ColorAdjustmentProcessor: ImageProcessor, Hashable {
  /// 1 leaves it, 0 is black.
  public let brightness: Float
  /// 1 leaves it, 0 is gray all over.
  public let contrast: Float
  /// 1 leaves it, 0 takes colour out.
  public let saturation: Float

  /// Factors are kept between 0 and 1000.
  public init(brightness: Float = 1, contrast: Float = 1, saturation: Float = 1) {
    self.brightness = Self.bounded(brightness)
    self.contrast = Self.bounded(contrast)
    self.saturation = Self.bounded(saturation)
  }

  /// What is no number is 0.
  private static func bounded(_ factor: Float) -> Float { factor > 0 ? min(factor, 1000) : 0 }

  public var identity: String { "adjust(\(brightness),\(contrast),\(saturation))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard self != Self() else { return pixels }
    let matrix = ColorMatrix(
      saturation: saturation, scale: brightness * contrast, offset: ColorMatrix.colors * ((1 - contrast) / 2),
      keepsGray: true)
    return try pixels.mapColors(by: matrix, toBe: "adjusted", pool: pool)
  }
}
