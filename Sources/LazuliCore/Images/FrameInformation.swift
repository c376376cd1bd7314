/// What a file says of one frame.
public struct FrameInformation: Sendable, Hashable {
  /// Counts all frames of the file from 0, the one outside the animation included.
  public var index: Int
  /// Where on the canvas; may reach beyond it.
  public var rectangle: PixelRectangle
  public var delay: Delay
  public var disposal: Disposal
  public var blend: Blend
  /// False for a picture beside the animation: the default image of an APNG with one of its own.
  public var isInAnimation: Bool

  public init(
    index: Int, rectangle: PixelRectangle, delay: Delay = .init(numerator: 0, denominator: 100),
    disposal: Disposal = .none, blend: Blend = .source, isInAnimation: Bool = true
  ) {
    self.index = index
    self.rectangle = rectangle
    self.delay = delay
    self.disposal = disposal
    self.blend = blend
    self.isInAnimation = isInAnimation
  }

  /// What happens to the frame's rectangle before the next frame.
  public enum Disposal: Sendable, Hashable {
    case none
    /// It becomes transparent.
    case background
    /// It becomes what it was before this frame.
    case previous
  }

  /// How the frame gets onto the canvas.
  public enum Blend: Sendable, Hashable {
    case source, over
  }

  /// A time as stored, in seconds.
  public struct Delay: Sendable, Hashable {
    public var numerator: Int
    /// Not 0.
    public var denominator: Int

    public init(numerator: Int, denominator: Int) {
      self.numerator = numerator
      self.denominator = denominator
    }

    /// As stored.
    public var duration: Duration { .seconds(numerator) / denominator }

    /// As browsers play it: 10 ms and less count as 100 ms.
    public var playedDuration: Duration {
      duration <= .milliseconds(10) ? .milliseconds(100) : duration
    }
  }
}
