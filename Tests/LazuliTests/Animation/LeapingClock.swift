import Synchronization

/// A clock on which time passes only by sleeping, and then at once.
final class LeapingClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Swift.Duration.zero)
  let minimumResolution = Swift.Duration.zero
  let start = Instant(offset: .zero)
  var now: Instant { time.withLock { Instant(offset: $0) } }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
  }
}
