public import Lazuli
import Synchronization

/// Keeps what a pipeline tells of its stages.
public final class RecordingObserver: Sendable {
  private let state = Mutex<[StageEvent]>([])

  public init() {}

  /// To be given to a pipeline.
  public var observer: PipelineObserver {
    PipelineObserver { event in self.state.withLock { $0.append(event) } }
  }

  /// In the order of their coming.
  public var events: [StageEvent] { state.withLock { $0 } }

  /// How often a stage was begun.
  public func startCount(of stage: StageEvent.Stage) -> Int {
    events.count { event in
      if case .started = event.moment { event.stage == stage } else { false }
    }
  }

  /// How a stage ended, each time.
  public func outcomes(of stage: StageEvent.Stage) -> [StageEvent.Outcome] {
    events.compactMap { event in
      if case .ended(let outcome) = event.moment, event.stage == stage { outcome } else { nil }
    }
  }
}
