import LazuliCore
import Synchronization

/// Events posted from any thread, handled by one decode thread at a time in the order of posting.
///
/// Posting takes no time worth speaking of: a transport's loop does it.
final class SerialInbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var isScheduled = false
  }

  /// Handles some events; true when it has more to do, with or without new ones. Then it comes
  /// again after whoever else waits for a thread.
  typealias Handler = @Sendable ([Event]) -> Bool

  private let state = Mutex(State())
  private let threads: DecodeThreads
  private let priority: RequestPriority

  init(threads: DecodeThreads, priority: RequestPriority = .normal) {
    self.threads = threads
    self.priority = priority
  }

  /// Posts an event. The handler comes along, not with `init`: its owner owns the inbox.
  func post(_ event: Event, _ handler: @escaping Handler) {
    let isFirst = state.withLock { state in
      state.events.append(event)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule(handler) }
  }

  private func schedule(_ handler: @escaping Handler) {
    threads.run(priority) { self.drain(handler) }
  }

  private func drain(_ handler: @escaping Handler) {
    let events = state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
    let wantsMore = handler(events)
    let goesOn = state.withLock { state in
      state.isScheduled = wantsMore || !state.events.isEmpty
      return state.isScheduled
    }
    if goesOn { schedule(handler) }
  }
}
