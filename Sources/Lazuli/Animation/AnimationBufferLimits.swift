/// How much of an animation is kept decoded, for all its views together.
///
/// The pictures that views show are theirs and not counted.
public struct AnimationBufferLimits: Sendable, Hashable {
  /// What fits stays decoded; of a larger animation each position has a window of frames, at least two. 64 MiB.
  public var maximumByteCount = 64 << 20
  /// The frames of a window: the one that is due and those behind it. 8.
  public var maximumWindowFrameCount = 8
  /// How many positions of a large animation are decoded at once. Views that are nearer to each other than a
  /// window share one; a view too many jumps to where another one is. 2.
  public var maximumPositionCount = 2

  public init() {}
}

extension AnimationBufferLimits {
  func keepsAll(_ count: Int, of byteCount: Int) -> Bool {
    let (total, overflow) = count.multipliedReportingOverflow(by: byteCount)
    return !overflow && total <= maximumByteCount
  }

  /// The frames of each window. Views share a position while they are less than a window apart, so that it
  /// holds less than two.
  func windowFrameCount(of byteCount: Int) -> Int {
    let share = maximumByteCount / max(byteCount, 1) / (2 * positionCount)
    return max(2, min(share, maximumWindowFrameCount))
  }

  var positionCount: Int { max(1, maximumPositionCount) }
}
