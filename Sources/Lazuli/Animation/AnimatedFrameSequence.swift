public import LazuliCore

/// The frames of an `AnimatedImagePlayer`, each when it is due.
public struct AnimatedFrameSequence<C: Clock>: AsyncSequence, Sendable where C.Duration == Duration {
  public typealias Element = ImageFrame
  public typealias Failure = Never

  let player: AnimatedImagePlayer
  let clock: C
  let origin: C.Instant

  public func makeAsyncIterator() -> Iterator {
    Iterator(player: player, clock: clock, origin: origin)
  }

  /// One way through the frames.
  public struct Iterator: AsyncIteratorProtocol {
    private let player: AnimatedImagePlayer
    private let clock: C
    private let origin: C.Instant
    private let inbox: WakeInbox
    private var wakes: AsyncStream<Void>.Iterator
    private var lastIndex: Int?

    init(player: AnimatedImagePlayer, clock: C, origin: C.Instant) {
      self.player = player
      self.clock = clock
      self.origin = origin
      inbox = WakeInbox(player)
      wakes = inbox.stream.makeAsyncIterator()
    }

    public mutating func next() async -> ImageFrame? {
      while !Task.isCancelled {
        let view = player.look(at: origin.duration(to: clock.now))
        if view.frame.index != lastIndex {
          lastIndex = view.frame.index
          return view.frame
        }
        guard !view.hasEnded else { return nil }
        await wait(until: view.nextChange)
      }
      return nil
    }

    /// Until then, or until the player has something new.
    private mutating func wait(until time: Duration?) async {
      let timer = time.map { time in
        Task { [clock, inbox, deadline = origin.advanced(by: time)] in
          try await clock.sleep(until: deadline, tolerance: nil)
          inbox.wake()
        }
      }
      _ = await wakes.next()
      timer?.cancel()
    }
  }
}

/// Where calls to look again come in; leaves the player with its last reference.
private final class WakeInbox: Sendable {
  let stream: AsyncStream<Void>
  private let player: AnimatedImagePlayer
  private let continuation: AsyncStream<Void>.Continuation
  private let id: Int

  init(_ player: AnimatedImagePlayer) {
    self.player = player
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.stream = stream
    self.continuation = continuation
    id = player.addWatcher { continuation.yield() }
  }

  deinit {
    player.removeWatcher(id)
  }

  func wake() {
    continuation.yield()
  }
}
