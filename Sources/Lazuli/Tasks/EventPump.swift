import Synchronization

/// Hands a task's events to a closure, one call at a time, where it wants to be called.
final class EventPump: Sendable {
  private let board: TaskBoard
  private let target: CallbackTarget
  private let receive: @Sendable (ImageTaskEvent) -> Void
  private let observer = Mutex<TaskObserver?>(nil)
  /// Wakes since the pump began to run; 0 when it does not.
  private let wakes = Atomic(0)

  private init(
    _ board: TaskBoard, _ target: CallbackTarget, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void
  ) {
    self.board = board
    self.target = target
    self.receive = receive
  }

  /// The board holds the pump until the end.
  static func start(
    _ board: TaskBoard, _ target: CallbackTarget, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void
  ) {
    let pump = EventPump(board, target, receive)
    let observer = TaskObserver { pump.wake() }
    pump.observer.withLock { $0 = observer }
    board.add(observer)
  }

  private func wake() {
    guard wakes.add(1, ordering: .acquiringAndReleasing).oldValue == 0 else { return }
    target.run { self.drain() }
  }

  private func drain() {
    guard let observer = observer.withLock({ $0 }) else { return }
    var seen: Int
    repeat {
      seen = wakes.load(ordering: .acquiring)
      while let event = board.next(for: observer) {
        receive(event)
        // The observer holds the pump, and the pump it.
        if event.isLast { return self.observer.withLock { $0 = nil } }
      }
    } while !wakes.compareExchange(expected: seen, desired: 0, ordering: .acquiringAndReleasing).exchanged
  }
}
