import Synchronization

/// The events of a task: what is known already first, each kind in its newest state, then the end.
public struct ImageTaskEvents: AsyncSequence, Sendable {
  public typealias Element = ImageTaskEvent
  public typealias Failure = Never

  let board: TaskBoard

  public func makeAsyncIterator() -> Iterator { Iterator(EventCursor(board)) }

  /// One observer's place among the events.
  public struct Iterator: AsyncIteratorProtocol {
    private let cursor: EventCursor

    fileprivate init(_ cursor: EventCursor) { self.cursor = cursor }

    /// `nil` after the last event, and when the Swift task that asks is cancelled.
    public mutating func next() async -> ImageTaskEvent? { await cursor.next() }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> ImageTaskEvent? {
      await cursor.next()
    }
  }
}

/// An observer which is asked.
private final class EventCursor: Sendable {
  private let board: TaskBoard
  private let doorbell = Doorbell()
  private let hasEnded = Atomic(false)

  init(_ board: TaskBoard) {
    self.board = board
    board.add(doorbell)
  }

  deinit { board.remove(doorbell) }

  func next() async -> ImageTaskEvent? {
    while !hasEnded.load(ordering: .relaxed), !Task.isCancelled {
      if let event = board.next(for: doorbell) {
        if event.isLast { hasEnded.store(true, ordering: .relaxed) }
        return event
      }
      await doorbell.wait()
    }
    return nil
  }
}

/// Wakes one who waits, or lets the next one pass.
private final class Doorbell: TaskObserver, @unchecked Sendable {
  // Unchecked as any observer; all of its own is Sendable.
  private struct State {
    var hasRung = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  override func wake() {
    let waiter = state.withLock { state in
      state.hasRung = state.waiter == nil
      return state.waiter.take()
    }
    waiter?.resume()
  }

  func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          guard !state.hasRung, !Task.isCancelled else {
            state.hasRung = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if passes { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}

extension ImageTaskEvent {
  /// Whether nothing comes after it.
  var isLast: Bool {
    switch self {
    case .finished, .failed: true
    case .started, .sizeKnown, .progress, .preview: false
    }
  }
}
