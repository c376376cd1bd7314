import LazuliCore
import Synchronization

/// Tells the observer of one stage of one job, from its start to its one end. Costs nothing without an observer.
final class StageWatch: Sendable {
  private enum State {
    case waiting, ended
    case running(since: Duration)
  }

  private let engine: Engine
  private let stage: StageEvent.Stage
  private let url: ResourceURL?
  private let job: JobID
  private let state = Mutex(State.waiting)

  init(_ engine: Engine, _ stage: StageEvent.Stage, _ url: ResourceURL?, _ job: JobID) {
    self.engine = engine
    self.stage = stage
    self.url = url
    self.job = job
  }

  func start() {
    guard engine.observer != nil else { return }
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .running(since: engine.clock.now)
      return true
    }
    if isFirst { tell(.started) }
  }

  /// Only the first counts, and only after `start`.
  func end(byteCount: Int, _ error: ImageError?) {
    guard engine.observer != nil else { return }
    let start: Duration? = state.withLock { state in
      guard case .running(let since) = state else { return nil }
      state = .ended
      return since
    }
    guard let start else { return }
    tell(.ended(StageEvent.Outcome(duration: engine.clock.now - start, byteCount: byteCount, error: error)))
  }

  /// The job has made a preview.
  func tell(of preview: Preview) {
    guard engine.observer != nil else { return }
    let outcome = StageEvent.Outcome(duration: preview.duration, byteCount: preview.image.pixels.byteCount)
    engine.observer?.tell(
      StageEvent(job: job.jobNumber, stage: .preview, moment: .ended(outcome), url: url?.shown))
  }

  private func tell(_ moment: StageEvent.Moment) {
    engine.observer?.tell(StageEvent(job: job.jobNumber, stage: stage, moment: moment, url: url?.shown))
  }
}
