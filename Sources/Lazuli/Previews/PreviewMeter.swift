import LazuliCore
import Synchronization

/// What the previews of one load cost, wherever work is done on them.
final class PreviewMeter: Sendable {
  private struct State {
    var throttle: PreviewThrottle
    weak var ticket: PreviewTicket?
  }

  private let clock: any PipelineClock
  private let state: Mutex<State>

  /// `start`: when the load began; now unless said.
  init(_ clock: any PipelineClock, start: Duration? = nil) {
    self.clock = clock
    state = Mutex(State(throttle: PreviewThrottle(start: start ?? clock.now)))
  }

  /// On the one begun last.
  var spentOnLast: Duration { state.withLock { $0.throttle.costSinceLast } }
  var spent: Duration { state.withLock { $0.throttle.spent } }

  /// Whether one that costs so much may be made now.
  func allows(costing estimate: Duration) -> Bool {
    let now = clock.now
    return state.withLock { $0.ticket == nil && $0.throttle.time(costing: estimate) <= now }
  }

  /// When to ask again.
  func time(costing estimate: Duration) -> Duration {
    let now = clock.now
    return state.withLock { state in
      let isBusy = state.ticket != nil
      return max(state.throttle.time(costing: estimate), isBusy ? now + PreviewThrottle.minimumInterval : now)
    }
  }

  /// One is made now.
  func begin() -> PreviewTicket {
    let ticket = PreviewTicket(self)
    let now = clock.now
    state.withLock { state in
      state.throttle.begin(at: now)
      state.ticket = ticket
    }
    return ticket
  }

  /// The time that `body` takes is spent on previews.
  func measure<Result>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
    let start = clock.now
    let result = try body()
    spend(clock.now - start)
    return result
  }

  func spend(_ time: Duration) {
    state.withLock { $0.throttle.spend(time) }
  }
}
