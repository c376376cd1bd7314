import Synchronization

/// Who wants to hear that a player has something new.
final class PlayerWatchers: Sendable {
  private struct State {
    var calls: [Int: @Sendable () -> Void] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  func add(_ call: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.calls[state.lastID] = call
      return state.lastID
    }
  }

  func remove(_ id: Int) {
    state.withLock { $0.calls[id] = nil }
  }

  func tell() {
    for call in state.withLock({ $0.calls.values }) { call() }
  }
}
