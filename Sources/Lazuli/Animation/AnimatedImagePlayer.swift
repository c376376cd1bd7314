public import LazuliCore

/// Plays an animation for one view.
///
/// Has a clock of its own, not that of a display: the host asks `frame(at:)` when it draws, or takes what
/// `frames(on:)` brings. Times are durations since any moment that the host has chosen, by a clock that never
/// goes back. A host who asks late finds the frame that is due then; a frame that is not decoded when it is due
/// holds the picture and stops the clock until it is there. Delays of 10 ms and less play as 100 ms.
/// All calls return at once, from any thread. Its frames are let go with its last reference.
public final class AnimatedImagePlayer: Sendable {
  /// What a host may want to hear of.
  public enum Event: Sendable {
    /// A frame that was missing is there: ask `frame(at:)`.
    case frameReady
    /// Decoding has failed; told once. The frames before are played on.
    case failed(ImageError)
  }

  private let store: AnimationStore
  private let id: AnimationBuffer.PlayerID
  private let watchers: PlayerWatchers

  init(
    _ store: AnimationStore, _ machine: PlaybackMachine, firstFrame: PixelBuffer,
    _ handler: @escaping @Sendable (Event) -> Void
  ) {
    self.store = store
    let watchers = PlayerWatchers()
    self.watchers = watchers
    let first = ImageFrame(index: 0, pixels: firstFrame, delay: .init(numerator: 0, denominator: 100))
    id = store.addPlayer(
      .init(machine: machine, shown: first) { event in
        watchers.tell()
        handler(event)
      })
  }

  deinit {
    store.removePlayer(id)
  }

  /// The frame to be shown at `now`: the newest that is due and decoded.
  public func frame(at now: Duration) -> ImageFrame {
    store.advance(id, to: now).shown
  }

  /// When the next frame is due; `nil` while paused or waiting for a frame, and at the end.
  public var nextChange: Duration? { store.read(id) { $0.machine.nextChange($1) } }

  /// Goes on; after the end from the first frame.
  public func play() {
    change { $0.play() }
  }

  /// Holds the picture. `now`: when; the last time it was asked for a frame unless given.
  public func pause(at now: Duration? = nil) {
    change { $0.pause(at: now) }
  }

  /// To a frame, counted from 0; behind the last one means the last. The picture holds until it is decoded, for
  /// which all frames before it have to be, unless a reader is on its way. After the end it stays paused.
  public func seek(toFrame index: Int) {
    change { $0.seek(to: .frame(index)) }
  }

  /// To a time from the beginning of a play, likewise.
  public func seek(to time: Duration) {
    change { $0.seek(to: .time(time)) }
  }

  /// To the first frame of the first play; goes on if it plays.
  public func reset() {
    change { $0.reset() }
  }

  /// How fast it plays: 1 as the file says, 1/100 to 100.
  public var rate: Double { store.read(id) { seat, _ in seat.machine.rate } }

  /// Sets the rate, which is held to its range, from `now` on: the last time it was asked for a frame unless given.
  public func setRate(_ rate: Double, at now: Duration? = nil) {
    change { $0.setRate(rate, at: now) }
  }

  public var isPlaying: Bool { store.read(id) { seat, _ in seat.machine.isPlaying } }

  /// Whether the last frame of the last play has had its time; it is still shown.
  public var hasEnded: Bool { store.read(id) { seat, _ in seat.machine.motion == .ended } }

  /// How often it has come to the end.
  public var finishedPlayCount: Int { store.read(id) { seat, _ in seat.machine.finishedPlayCount } }

  private func change(_ body: (inout PlaybackMachine) -> Void) {
    store.advance(id, body)
    watchers.tell()
  }
}

extension AnimatedImagePlayer {
  /// The frames as they become due by a clock, beginning with the one that is due now; ends with the
  /// animation, and when the task is cancelled. Frames that come too late are passed over.
  ///
  /// `origin` is the moment that this player's times are counted from.
  public func frames<C: Clock>(on clock: C, since origin: C.Instant) -> AnimatedFrameSequence<C>
  where C.Duration == Duration {
    AnimatedFrameSequence(player: self, clock: clock, origin: origin)
  }

  /// By the machine's clock, from now on.
  public func frames() -> AnimatedFrameSequence<ContinuousClock> {
    frames(on: ContinuousClock(), since: .now)
  }

  /// Calls `wake` whenever there may be something new, until `removeWatcher`.
  func addWatcher(_ wake: @escaping @Sendable () -> Void) -> Int { watchers.add(wake) }

  func removeWatcher(_ id: Int) { watchers.remove(id) }

  /// What there is to see at `now`.
  func look(at now: Duration) -> (frame: ImageFrame, hasEnded: Bool, nextChange: Duration?) {
    let seat = store.advance(id, to: now)
    return (seat.shown, seat.machine.motion == .ended, nextChange)
  }
}
