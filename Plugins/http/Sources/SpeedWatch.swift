/// Notices that a transfer is too slow for too long. Times are nanoseconds of a clock that never goes back.
struct SpeedWatch {
  private static let second: UInt64 = 1_000_000_000

  private let bytesPerSecond: UInt64
  private let patience: UInt64
  private var windowStart: UInt64?
  private var windowByteCount: UInt64 = 0
  private var slowTime: UInt64 = 0

  /// A duration of 0 switches it off.
  init(bytesPerSecond: UInt32, milliseconds: UInt32) {
    self.bytesPerSecond = UInt64(bytesPerSecond)
    patience = UInt64(milliseconds) * 1_000_000
  }

  /// The request is sent: from here on bytes are expected.
  mutating func begin(now: UInt64) {
    windowStart = now
    windowByteCount = 0
    slowTime = 0
  }

  /// Nothing is expected until it begins again.
  mutating func end() {
    windowStart = nil
  }

  mutating func add(_ byteCount: Int) {
    windowByteCount += UInt64(byteCount)
  }

  /// To be asked now and then. Time in which the host has paused does not count.
  mutating func isTooSlow(now: UInt64, isPaused: Bool) -> Bool {
    guard patience > 0, let start = windowStart else { return false }
    if isPaused {
      windowStart = now
      windowByteCount = 0
      return false
    }
    let elapsed = now - start
    guard elapsed >= min(Self.second, patience) else { return false }
    // Of a window that is longer than a second no more is asked than of one.
    let isSlow = windowByteCount < bytesPerSecond * min(elapsed, Self.second) / Self.second
    slowTime = isSlow ? slowTime + elapsed : 0
    windowStart = now
    windowByteCount = 0
    return slowTime >= patience
  }
}
