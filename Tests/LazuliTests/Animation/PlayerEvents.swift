import Lazuli
import Synchronization

/// What a player told, for a test to wait for.
final class PlayerEvents: Sendable {
  private let stream: AsyncStream<Void>
  private let readied: AsyncStream<Void>.Continuation
  private let state = Mutex([ImageError]())

  init() {
    (stream, readied) = AsyncStream.makeStream()
  }

  var failures: [ImageError] { state.withLock { $0 } }

  /// For `makePlayer`.
  var handler: @Sendable (AnimatedImagePlayer.Event) -> Void {
    { [self] event in
      switch event {
      case .frameReady: readied.yield()
      case .failed(let error): state.withLock { $0.append(error) }
      }
    }
  }

  /// Waits until a missing frame came, once for each.
  func frameReady() async {
    for await _ in stream { return }
  }
}
