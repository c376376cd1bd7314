/// Mirrors an image, exactly.
///
/// Any format. Throws `outOfMemory`.
public struct FlipProcessor: ImageProcessor, Hashable {
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Left becomes right.
    case horizontal
    /// Top becomes bottom.
    case vertical
  }

  public let direction: Direction

  public init(_ direction: Direction) {
    self.direction = direction
  }

  public var identity: String { "flip(\(direction.rawValue))" }

  public func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    let orientation: Orientation = direction == .horizontal ? .upMirrored : .downMirrored
    return try OrientProcessor(orientation).process(pixels, pool: pool)
  }
}
