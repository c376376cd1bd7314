import Glibc

/// Turns an image clockwise.
///
/// Quarter turns are exact, in any format. Other angles take the size that holds the whole image, and each pixel is
/// the bilinear mix of the four around its place, weighed by alpha and rounded once; beyond the edge lies the
/// background. Formats get colour and alpha where the background has them. Whole turns: the same pixels, no copy.
/// Throws `unsupported` for CMYK at other angles, `invalidRequest` for an angle that is no number, `outOfMemory`.
public struct RotateProcessor: ImageProcessor, Hashable {
  /// Clockwise.
  public let degrees: Double
  public let background: RGBAColor

  public init(degrees: Double, background: RGBAColor = .clear) {
    self.degrees = degrees
    self.background = background
  }

  public var identity: String { "rotate(\(degrees),\(background.name))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    guard degrees.isFinite else {
      throw ImageError(.invalidRequest, at: .process, "An image cannot be turned by \(degrees) degrees; give a number")
    }
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let angle = rest < 0 ? rest + 360 : rest
    switch angle {
    case 0, 360: return pixels
    case 90: return try OrientProcessor(.right).process(pixels, pool: pool)
    case 180: return try OrientProcessor(.down).process(pixels, pool: pool)
    case 270: return try OrientProcessor(.left).process(pixels, pool: pool)
    default: return try turn(pixels, by: angle * .pi / 180, pool)
    }
  }

  /// Gray is turned as colour, and is gray again.
  private func turn(
    _ pixels: PixelBuffer, by radians: Double, _ pool: PixelBufferPool
  ) throws(ImageError) -> PixelBuffer {
    let pixels = try pixels.extended(for: background, toBe: "turned by such an angle", pool: pool)
    let colored = try pixels.extended(color: true, toBe: "turned", pool: pool)
    let kernel = RotateKernel(colored.size, radians: radians)
    let surface = try pool.surface(
      width: kernel.target.width, height: kernel.target.height, format: colored.format, color: colored.color)
    try kernel.run(colored, into: surface, background)
    return try ConvertProcessor(to: pixels.format, allowsLoss: true).process(surface.freeze(), pool: pool)
  }
}
