import LazuliCore
import Synchronization

/// Runs an `AnimationBuffer`: the passes over the frames, and calls to those who wait.
///
/// The lock is held for microseconds: passes are begun under it and do their work on decode threads; frames
/// are dropped, passes cancelled and players told outside of it.
final class AnimationStore: Sendable {
  typealias Event = AnimatedImagePlayer.Event
  typealias Handler = @Sendable (Event) -> Void

  /// A player's part, here so that there is one lock.
  struct Seat: Sendable {
    var machine: PlaybackMachine
    /// The newest frame that was due and there.
    var shown: ImageFrame
    let handler: Handler
  }

  fileprivate struct State {
    var buffer: AnimationBuffer
    var passes: [AnimationBuffer.ReaderID: any ImageFramePass] = [:]
    var tasks: [AnimationBuffer.ReaderID: Task<Void, Never>] = [:]
    var seats: [AnimationBuffer.PlayerID: Seat] = [:]
  }

  let source: any ImageFrames
  private let state: Mutex<State>

  init(_ source: any ImageFrames, _ limits: AnimationBufferLimits, frameByteCount: Int) {
    self.source = source
    state = Mutex(
      State(buffer: AnimationBuffer(limits, frameByteCount: frameByteCount, expectedCount: source.count)))
  }

  var failure: ImageError? { state.withLock { $0.buffer.failure } }
  var timeline: AnimationTimeline { state.withLock { $0.buffer.timeline } }
  /// What the frames take that are decoded and kept.
  var byteCount: Int { state.withLock { $0.buffer.byteCount } }

  func addPlayer(_ seat: Seat) -> AnimationBuffer.PlayerID {
    update { state in
      let id = state.buffer.addPlayer()
      state.seats[id] = seat
      return id
    }
  }

  /// With the last player decoding stops, and all frames go.
  func removePlayer(_ id: AnimationBuffer.PlayerID) {
    let seat = update { state in
      state.buffer.removePlayer(id)
      return state.seats.removeValue(forKey: id)
    }
    withExtendedLifetime(seat) {}
  }

  /// What the player's machine says, for as long as it is not changed.
  func read<Result>(_ id: AnimationBuffer.PlayerID, _ body: (Seat, AnimationTimeline) -> Result) -> Result {
    state.withLock { body($0.seat(of: id), $0.buffer.timeline) }
  }

  /// Changes the player's machine, and moves it to `now` if that is given.
  @discardableResult
  func advance(
    _ id: AnimationBuffer.PlayerID, to now: Duration? = nil, _ change: (inout PlaybackMachine) -> Void = { _ in }
  ) -> Seat {
    update { state in
      var seat = state.seat(of: id)
      change(&seat.machine)
      seat.shown = state.buffer.advance(&seat.machine, to: now, of: id) ?? seat.shown
      state.seats[id] = seat
      return seat
    }
  }
}

extension AnimationStore.State {
  fileprivate func seat(of id: AnimationBuffer.PlayerID) -> AnimationStore.Seat {
    guard let seat = seats[id] else { preconditionFailure("A player has its seat for as long as it lives") }
    return seat
  }
}

extension AnimationStore {
  @discardableResult
  private func update<Result>(_ change: (inout State) -> Result) -> Result {
    var afterwards = Afterwards()
    let result = state.withLock { state in
      let result = change(&state)
      let (actions, dropped) = state.buffer.settle()
      afterwards.dropped = dropped
      for action in actions { carryOut(action, &state, &afterwards) }
      return result
    }
    for task in afterwards.cancelled { task.cancel() }
    for call in afterwards.calls { call.handler(call.event) }
    return result
  }

  /// What is done without the lock.
  private struct Afterwards {
    var dropped: [ImageFrame] = []
    var cancelled: [Task<Void, Never>] = []
    var passes: [any ImageFramePass] = []
    var calls: [(handler: Handler, event: Event)] = []
  }

  private func carryOut(
    _ action: AnimationBuffer.Action, _ state: inout State, _ afterwards: inout Afterwards
  ) {
    switch action {
    case .start(let id): state.passes[id] = source.makePass()
    case .advance(let id):
      guard let pass = state.passes[id] else { return }
      state.tasks[id] = Task { [weak self] in await Self.advance(pass) { self?.finish(id, $0) } }
    case .close(let id):
      if let task = state.tasks.removeValue(forKey: id) { afterwards.cancelled.append(task) }
      if let pass = state.passes.removeValue(forKey: id) { afterwards.passes.append(pass) }
    case .wake(let id):
      if let seat = state.seats[id] { afterwards.calls.append((seat.handler, .frameReady)) }
    case .tell(let error):
      afterwards.calls.append(contentsOf: state.seats.values.map { ($0.handler, .failed(error)) })
    }
  }

  private static func advance(
    _ pass: any ImageFramePass, _ finish: (Result<ImageFrame?, ImageError>) -> Void
  ) async {
    do throws(ImageError) {
      finish(.success(try await pass.next()))
    } catch {
      finish(.failure(error))
    }
  }

  private func finish(_ id: AnimationBuffer.ReaderID, _ result: Result<ImageFrame?, ImageError>) {
    let pass = update { state in
      // A reader that was closed has nothing to say.
      guard let pass = state.passes[id] else { return nil as (any ImageFramePass)? }
      state.tasks[id] = nil
      switch result {
      case .success(let frame?): state.buffer.decoded(frame, by: id)
      case .success(nil): state.buffer.ended(id)
      case .failure(let error): state.buffer.ended(id, error)
      }
      if case .success(.some) = result { return nil }
      state.passes[id] = nil
      return pass
    }
    withExtendedLifetime(pass) {}
  }
}
