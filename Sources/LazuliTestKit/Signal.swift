import Synchronization

/// Something that happens once, and that a test waits for.
public final class Signal: Sendable {
  private enum State {
    case pending([CheckedContinuation<Void, Never>])
    case fired
  }

  private let state = Mutex(State.pending([]))

  public init() {}

  public func fire() {
    let waiters = state.withLock { state in
      guard case .pending(let waiters) = state else { return [CheckedContinuation<Void, Never>]() }
      state = .fired
      return waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  public func wait() async {
    await withCheckedContinuation { continuation in
      let hasFired = state.withLock { state in
        guard case .pending(let waiters) = state else { return true }
        state = .pending(waiters + [continuation])
        return false
      }
      if hasFired { continuation.resume() }
    }
  }

  public var hasFired: Bool { state.withLock { if case .fired = $0 { true } else { false } } }
}
