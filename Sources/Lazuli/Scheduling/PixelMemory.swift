import LazuliCore
import Synchronization

/// The one gate for the pixels of all decodes under way, those of images and those of an animation's frames.
///
/// Who holds memory waits for no more of it, and gives it back without anybody's help but its source's: an image when
/// it is made, an animation after each frame. So nobody waits for what he holds himself, and a player which rests
/// holds nothing.
final class PixelMemory: Sendable {
  typealias Holder = Int

  private struct State {
    var gate: PixelGate
    var waiters: [Holder: @Sendable () -> Void] = [:]
    var lastHolder = 0
  }

  private let state: Mutex<State>

  init(capacity: Int) {
    state = Mutex(State(gate: PixelGate(capacity: capacity)))
  }

  var heldByteCount: Int { state.withLock { $0.gate.heldByteCount } }
  var waitingCount: Int { state.withLock { $0.gate.waitingCount } }

  func makeHolder() -> Holder {
    state.withLock { state in
      state.lastHolder += 1
      return state.lastHolder
    }
  }

  /// Whether there is room for pixels now; else `granted` is called when there is, from any thread.
  func request(
    _ byteCount: Int, for holder: Holder, _ priority: RequestPriority, _ granted: @escaping @Sendable () -> Void
  ) -> Bool {
    state.withLock { state in
      if state.gate.request(byteCount, for: holder, priority) { return true }
      state.waiters[holder] = granted
      return false
    }
  }

  /// Does nothing for who does not wait.
  func move(_ holder: Holder, to priority: RequestPriority) {
    change { $0.move(holder, to: priority) }
  }

  /// Gives memory back, or takes the wish back.
  func release(_ holder: Holder) {
    state.withLock { $0.waiters[holder] = nil }
    change { $0.release(holder) }
  }

  /// Suspends until there is room, or the Swift task is cancelled; `release` follows in both cases.
  func wait(for byteCount: Int, _ holder: Holder, _ priority: RequestPriority) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if request(byteCount, for: holder, priority, { continuation.resume() }) {
          continuation.resume()
        } else if Task.isCancelled {
          giveUp(holder)
        }
      }
    } onCancel: {
      giveUp(holder)
    }
  }

  private func giveUp(_ holder: Holder) {
    guard let waiter = state.withLock({ $0.waiters.removeValue(forKey: holder) }) else { return }
    change { $0.release(holder) }
    waiter()
  }

  private func change(_ body: (inout PixelGate) -> [Holder]) {
    let granted = state.withLock { state in body(&state.gate).compactMap { state.waiters.removeValue(forKey: $0) } }
    for waiter in granted { waiter() }
  }
}
