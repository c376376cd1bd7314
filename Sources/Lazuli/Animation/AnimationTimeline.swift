import LazuliCore

/// When each frame of one play begins, as far as the file has been read.
struct AnimationTimeline: Sendable, Hashable {
  /// Where somebody wants to be.
  enum Target: Sendable, Hashable {
    /// Counts from 0; behind the last frame means the last.
    case frame(Int)
    /// From the beginning of a play; behind its end means the last frame.
    case time(Duration)
  }

  /// The beginning of each known frame, and the end of the last.
  private var starts: [Duration] = [.zero]
  /// Whether there are no frames behind those that are known.
  var isComplete = false

  /// The frames that are known.
  var count: Int { starts.count - 1 }
  /// Of the known frames together.
  var duration: Duration { starts[count] }

  mutating func append(_ duration: Duration) {
    starts.append(self.duration + duration)
  }

  /// There are no more frames than `count`.
  mutating func end(at count: Int) {
    starts.removeLast(max(0, self.count - count))
    isComplete = true
  }

  /// How long a frame is shown, `nil` while that is not known.
  func duration(of index: Int) -> Duration? {
    index < count ? starts[index + 1] - starts[index] : nil
  }

  /// The frame at `target` and the time into it; `nil` while that is not known, or when there are no frames.
  func find(_ target: Target) -> (index: Int, elapsed: Duration)? {
    let last = isComplete && count > 0 ? (index: count - 1, elapsed: Duration.zero) : nil
    switch target {
    case .frame(let index): return index < count ? (max(index, 0), .zero) : last
    case .time(let time):
      guard time < duration else { return last }
      let index = max(firstIndex(endingAfter: time), 0)
      return (index, max(time - starts[index], .zero))
    }
  }

  /// `time` is below `duration`.
  private func firstIndex(endingAfter time: Duration) -> Int {
    var range = 0..<count
    while range.count > 1 {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = starts[middle] <= time ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
