import LazuliCore
import Synchronization

/// The one answer to a caller who waits, whether it comes before, while or after he begins to wait.
final class Completion<Output: Sendable>: Sendable {
  typealias Answer = Result<Output, ImageError>

  private struct State {
    var answer: Answer?
    var isFinished = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  init() {}

  /// Whether there is an answer; what is still under way is of no use any more.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Gives the answer; false when there was one already.
  @discardableResult
  func finish(_ answer: Answer) -> Bool {
    let (isFirst, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
      guard !state.isFinished else { return (false, nil) }
      state.isFinished = true
      state.answer = answer
      return (true, state.waiter.take())
    }
    waiter?.resume()
    return isFirst
  }

  /// Waits until there is an answer, once. `start` is called unless there is one already.
  func wait(start: () -> Void) async {
    await withCheckedContinuation { continuation in
      let isEarly = state.withLock { state in
        if !state.isFinished { state.waiter = continuation }
        return state.isFinished
      }
      if isEarly { continuation.resume() } else { start() }
    }
  }

  /// The answer, handed out once, after `wait`. It is not what `wait` returns, and this is not inlined: an
  /// answer is large, and room for it in the frame of each that waits adds up.
  @inline(never)
  func takeAnswer() -> Answer {
    state.withLock { $0.answer.take() } ?? .failure(.cancelledLoad)
  }
}
