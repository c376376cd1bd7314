public import Lazuli
import Synchronization

/// A time that goes on only when a test says so.
public final class VirtualClock: PipelineClock {
  private struct State {
    var now = Duration.zero
    var alarms: [VirtualAlarm] = []
  }

  private let state = Mutex(State())

  public init() {}

  public var now: Duration { state.withLock { $0.now } }

  public func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any PipelineAlarm {
    let alarm = VirtualAlarm(ring)
    state.withLock { $0.alarms.append(alarm) }
    return alarm
  }

  /// Lets time pass; alarms ring within the call, those set meanwhile too, each at its time.
  public func advance(by duration: Duration) {
    let end = now + duration
    while let (alarm, time) = nextAlarm(until: end) {
      state.withLock { $0.now = max($0.now, time) }
      alarm.ring()
    }
    state.withLock { $0.now = end }
  }

  private func nextAlarm(until end: Duration) -> (VirtualAlarm, Duration)? {
    let alarms = state.withLock { $0.alarms }
    let due = alarms.compactMap { alarm in alarm.time.map { (alarm, $0) } }.filter { $0.1 <= end }
    guard let first = due.min(by: { $0.1 < $1.1 }) else { return nil }
    first.0.set(to: nil)
    return first
  }
}

private final class VirtualAlarm: PipelineAlarm {
  let ring: @Sendable () -> Void
  private let setTime = Mutex<Duration?>(nil)

  init(_ ring: @escaping @Sendable () -> Void) { self.ring = ring }

  var time: Duration? { setTime.withLock { $0 } }
  func set(to time: Duration?) { setTime.withLock { $0 = time } }
}
