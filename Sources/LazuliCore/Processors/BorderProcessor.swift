/// Paints a border over the edge of an image, with round corners if asked.
///
/// The colour lies over the image by alpha and by the exact area of the pixel that the border covers; with a radius,
/// what is outside of the corners is cut off as `RoundCornersProcessor` does, in one go: do not round before.
/// Formats get colour and alpha where they need it. Width and radius 0: the same pixels, no copy. Throws
/// `unsupported` for CMYK, and `outOfMemory`.
public struct BorderProcessor: ImageProcessor, Hashable {
  /// In pixels.
  public let width: Int
  public let color: RGBAColor
  /// Of the outline, in pixels; at most half of the shorter side is taken.
  public let cornerRadius: Double

  public init(width: Int, color: RGBAColor, cornerRadius: Double = 0) {
    self.width = max(width, 0)
    self.color = color
    self.cornerRadius = cornerRadius > 0 ? cornerRadius : 0
  }

  public var identity: String { "border(\(width),\(color.name),\(cornerRadius))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard width > 0 || cornerRadius > 0 else { return pixels }
    var bordered = try pixels.extended(
      alpha: cornerRadius > 0, color: !color.isGray && width > 0, toBe: "bordered", pool: pool)
    let painter = try OutlinePainter(
      bordered.format, pixels.size, borderWidth: width, radius: cornerRadius, color: color)
    try bordered.modify(pool: pool) { painter.paint($0) }
    return bordered
  }
}
