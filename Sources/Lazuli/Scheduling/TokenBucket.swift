/// Lets so much through in a time, and a few at once: pure, asked with the time.
struct TokenBucket {
  private let interval: Duration
  private let burst: Int
  /// When the bucket was, or will be, full.
  private var fullTime = Duration.zero

  init(perSecond: Int, burst: Int) {
    interval = .seconds(1) / max(1, perSecond)
    self.burst = max(1, burst)
  }

  /// When there is a token: not after `now` means at once.
  func nextTime(at now: Duration) -> Duration {
    max(now, fullTime - interval * (burst - 1))
  }

  /// Takes a token, which must be there.
  mutating func take(at now: Duration) {
    fullTime = max(fullTime, now) + interval
  }
}
