import Synchronization

/// Hands a task's events to a closure, one call at a time, where it wants to be called. The board holds it until the end.
final class EventPump: TaskObserver, @unchecked Sendable {
  // Unchecked as any observer; all of its own is Sendable.
  private let board: TaskBoard
  private let target: CallbackTarget
  private let receive: @Sendable (ImageTaskEvent) -> Void
  /// Wakes since the pump began to run; 0 when it does not.
  private let wakes = Atomic(0)

  init(_ board: TaskBoard, _ target: CallbackTarget, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void) {
    self.board = board
    self.target = target
    self.receive = receive
  }

  override func wake() {
    guard wakes.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    target.run { self.drain() }
  }

  private func drain() {
    var seen: Int
    repeat {
      seen = wakes.load(ordering: .acquiring)
      while let event = board.next(for: self) { receive(event) }
    } while !wakes.compareExchange(expected: seen, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }
}
