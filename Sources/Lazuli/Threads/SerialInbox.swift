import LazuliCore
import Synchronization

/// Events posted from any thread, handled by one decode thread at a time in the order of posting.
///
/// Posting takes no time worth speaking of: a transport's loop does it.
final class SerialInbox<Event: Sendable>: Sendable {
  /// Handles some events; true when it has more to do, with or without new ones. Then it comes
  /// again after whoever else waits for a thread.
  typealias Handler = @Sendable ([Event]) -> Bool

  fileprivate struct State {
    var events: [Event] = []
    var priority: RequestPriority
    /// Whoever drains next, while it waits for a thread.
    var waiting: Handler?
    var isDraining = false
    /// Of the turn that counts: one which was queued before the priority changed does nothing.
    var turn: UInt64 = 0
  }

  private let state: Mutex<State>
  private let threads: DecodeThreads

  init(threads: DecodeThreads, priority: RequestPriority = .normal) {
    self.threads = threads
    state = Mutex(State(priority: priority))
  }

  /// Where its events stand among those that wait for a thread.
  var priority: RequestPriority { state.withLock { $0.priority } }

  /// Posts an event. The handler comes along, not with `init`: its owner owns the inbox.
  func post(_ event: Event, _ handler: @escaping Handler) {
    let turn: Turn? = state.withLock { state in
      state.events.append(event)
      guard state.waiting == nil, !state.isDraining else { return nil }
      return state.makeTurn(handler)
    }
    run(turn)
  }

  /// From now on.
  func setPriority(_ priority: RequestPriority) {
    let turn: Turn? = state.withLock { state in
      guard state.priority != priority else { return nil }
      state.priority = priority
      return state.waiting.map { state.makeTurn($0) }
    }
    run(turn)
  }

  private func run(_ turn: Turn?) {
    guard let turn else { return }
    threads.run(turn.priority) { self.drain(turn.number) }
  }

  private func drain(_ turn: UInt64) {
    let work: (Handler, [Event])? = state.withLock { state in
      guard turn == state.turn, let handler = state.waiting.take() else { return nil }
      state.isDraining = true
      defer { state.events = [] }
      return (handler, state.events)
    }
    guard let (handler, events) = work else { return }
    let wantsMore = handler(events)
    let next: Turn? = state.withLock { state in
      state.isDraining = false
      return wantsMore || !state.events.isEmpty ? state.makeTurn(handler) : nil
    }
    run(next)
  }

  fileprivate struct Turn {
    let number: UInt64
    let priority: RequestPriority
  }
}

extension SerialInbox.State {
  fileprivate mutating func makeTurn(_ handler: @escaping SerialInbox.Handler) -> SerialInbox.Turn {
    waiting = handler
    turn += 1
    return SerialInbox.Turn(number: turn, priority: priority)
  }
}
