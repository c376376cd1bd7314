/// Cuts the corners off in circles.
///
/// Alpha is multiplied by the exact area of the pixel that lies within, and rounded once. Formats without alpha get
/// it: `gray-alpha8`, and `rgba16` of `gray16`. Radius 0: the same pixels, no copy. Throws `unsupported` for CMYK,
/// and `outOfMemory`.
public struct RoundCornersProcessor: ImageProcessor, Hashable {
  /// In pixels; at most half of the shorter side is taken.
  public let radius: Double

  public init(radius: Double) {
    self.radius = radius > 0 ? radius : 0
  }

  public var identity: String { "round(\(radius))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard radius > 0 else { return pixels }
    var rounded = try pixels.extended(alpha: true, toBe: "rounded", pool: pool)
    let painter = try OutlinePainter(rounded.format, pixels.size, borderWidth: 0, radius: radius, color: .clear)
    try rounded.modify(pool: pool) { painter.paint($0) }
    return rounded
  }
}
