import CLazuliKit

/// A mutex with one condition: what a transport's loop shares with the host's threads lies behind it.
final class Gate: @unchecked Sendable {
  // Unchecked: it is the lock itself.
  private let gate: UnsafeMutablePointer<lzlkit_gate>

  init() {
    gate = .allocate(capacity: 1)
    lzlkit_gate_init(gate)
  }

  deinit {
    lzlkit_gate_destroy(gate)
    gate.deallocate()
  }

  func withLock<Result>(_ body: () -> Result) -> Result {
    lzlkit_gate_lock(gate)
    defer { lzlkit_gate_unlock(gate) }
    return body()
  }

  /// Waits for a signal; only within `withLock`.
  func wait() { lzlkit_gate_wait(gate) }

  func signal() { lzlkit_gate_signal(gate) }
}
