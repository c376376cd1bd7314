/// Where a player is, and which frame it needs next.
struct FrameNeed: Sendable, Hashable {
  var position: Int
  /// The first one missing in the window, or the one behind the window; counted on over the end of the
  /// animation. `nil`: none.
  var missing: Int?
  /// Whether it lies in the window.
  var isWanted: Bool
}

/// Players less than a window apart, whom one reader serves.
struct PlayerGroup: Sendable, Hashable {
  /// Of all of them; counted on over the end of the animation.
  private var positions: ClosedRange<Int>
  private(set) var missing: Int?
  private(set) var isWanted: Bool
  /// Of the first player.
  let position: Int

  init(_ need: FrameNeed) {
    position = need.position
    positions = position...position
    missing = need.missing
    isWanted = need.isWanted
  }

  /// Takes a player in if all are less than `window` apart then, around the end of a `cycle` too.
  mutating func admit(_ need: FrameNeed, within window: Int, cycle: Int?) -> Bool {
    for shift in [0, cycle ?? 0, -(cycle ?? 0)] {
      let lower = min(positions.lowerBound, need.position + shift)
      let upper = max(positions.upperBound, need.position + shift)
      guard upper - lower < window else { continue }
      positions = lower...upper
      missing = [missing, need.missing.map { $0 + shift }].compactMap(\.self).min()
      isWanted = isWanted || need.isWanted
      if lower < 0 { move(by: cycle ?? 0) }
      return true
    }
    return false
  }

  private mutating func move(by count: Int) {
    positions = positions.lowerBound + count...positions.upperBound + count
    missing = missing.map { $0 + count }
  }
}
