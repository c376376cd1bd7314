/// One picture of an animation, composed: what is on the screen while it is shown.
public struct ImageFrame: Sendable {
  /// Counts the frames of the animation from 0.
  public var index: Int
  public var pixels: PixelBuffer
  /// As stored; see `FrameInformation.Delay.playedDuration` for what browsers make of it.
  public var delay: FrameInformation.Delay

  public init(index: Int, pixels: PixelBuffer, delay: FrameInformation.Delay) {
    self.index = index
    self.pixels = pixels
    self.delay = delay
  }
}

/// The frames of an animation as a sequence: each pass decodes anew, one frame at a time.
public protocol ImageFrames: Sendable {
  /// The number of frames, `nil` when the file tells only at its end, or may be incomplete.
  var count: Int? { get }
  /// How often the animation plays in all, 0 for ever.
  var playCount: Int { get }
  /// Starts at the first frame. Passes are independent of each other.
  func makePass() -> any ImageFramePass
}

/// One pass over the frames. One caller at a time.
public protocol ImageFramePass: AnyObject, Sendable {
  /// The next frame, `nil` behind the last one. Throws what decoding throws; earlier frames stay good.
  func next() async throws(ImageError) -> ImageFrame?
}
