import LazuliCore
import Synchronization

/// The one answer to a caller who waits, whether it comes before, while or after he begins to wait.
final class Completion<Output: Sendable>: Sendable {
  typealias Answer = Result<Output, ImageError>

  private enum State {
    case idle
    case waiting(CheckedContinuation<Answer, Never>)
    case finished(Answer?)
  }

  private let state = Mutex(State.idle)

  init() {}

  /// Whether there is an answer; what is still under way is of no use any more.
  var isFinished: Bool {
    state.withLock { if case .finished = $0 { true } else { false } }
  }

  /// Gives the answer; false when there was one already.
  @discardableResult
  func finish(_ answer: Answer) -> Bool {
    let (isFirst, waiter): (Bool, CheckedContinuation<Answer, Never>?) = state.withLock { state in
      switch state {
      case .idle:
        state = .finished(answer)
        return (true, nil)
      case .waiting(let waiter):
        state = .finished(nil)
        return (true, waiter)
      case .finished:
        return (false, nil)
      }
    }
    waiter?.resume(returning: answer)
    return isFirst
  }

  /// Waits for the answer, once. `start` is called unless there is one already.
  func wait(start: () -> Void) async -> Answer {
    await withCheckedContinuation { continuation in
      let early: Answer? = state.withLock { state in
        if case .finished(let answer) = state { return answer }
        state = .waiting(continuation)
        return nil
      }
      guard let early else { return start() }
      continuation.resume(returning: early)
    }
  }
}
