/// Mixes every colour with one colour: round(c · (1 - strength) + tint · strength).
///
/// Of the samples as encoded; alpha stays. Gray becomes `rgba8` or `rgba16` by a coloured tint. Strength 0: the same
/// pixels, no copy. Throws `unsupported` for CMYK, and `outOfMemory`.
public struct TintProcessor: ImageProcessor, Hashable {
  public let color: RGBColor
  /// 0 leaves colours as they are, 1 leaves only the tint. Kept within the two.
  public let strength: Float

  public init(_ color: RGBColor, strength: Float) {
    self.color = color
    self.strength = strength > 0 ? min(strength, 1) : 0
  }

  public var identity: String { "tint(\(color.red),\(color.green),\(color.blue),\(strength))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard strength > 0 else { return pixels }
    let tint = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 0) * (strength / 255)
    let matrix = ColorMatrix(saturation: 1, scale: 1 - strength, offset: tint, keepsGray: color.isGray)
    return try pixels.mapColors(by: matrix, toBe: "tinted", pool: pool)
  }
}
