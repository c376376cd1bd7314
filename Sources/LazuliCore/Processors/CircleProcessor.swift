/// The largest circle of an image, on a transparent square.
///
/// The square is where `gravity` says; see `RoundCornersProcessor` for the edge and for what is thrown.
public struct CircleProcessor: ImageProcessor, Hashable {
  public let gravity: Gravity

  public init(gravity: Gravity = .center) {
    self.gravity = gravity
  }

  public var identity: String { "circle(\(gravity.rawValue))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let side = min(pixels.width, pixels.height)
    let square = try CropProcessor(.size(ImageSize(width: side, height: side), gravity)).process(pixels, pool: pool)
    return try RoundCornersProcessor(radius: Double(side) / 2).process(square, pool: pool)
  }
}
