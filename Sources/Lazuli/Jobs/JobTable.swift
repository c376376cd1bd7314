import LazuliCore
import Synchronization

/// The jobs at work, by their numbers.
final class JobTable: Sendable {
  private struct Content {
    var fetches: [JobID: FetchJob] = [:]
    var bodies: [JobID: any RunningJob & BodyConsumer] = [:]
    var processes: [JobID: ProcessJob] = [:]
  }

  private let content = Mutex(Content())

  init() {}

  func fetch(_ id: JobID) -> FetchJob? { content.withLock { $0.fetches[id] } }
  func process(_ id: JobID) -> ProcessJob? { content.withLock { $0.processes[id] } }
  func body(_ id: JobID) -> (any RunningJob & BodyConsumer)? { content.withLock { $0.bodies[id] } }

  func add(_ job: FetchJob, _ id: JobID) { content.withLock { $0.fetches[id] = job } }
  func add(_ job: ProcessJob, _ id: JobID) { content.withLock { $0.processes[id] = job } }
  func add(_ job: any RunningJob & BodyConsumer, _ id: JobID) { content.withLock { $0.bodies[id] = job } }

  func remove(_ id: JobID) {
    // Dropped outside of the lock: the last reference may end a decoder.
    let dropped: [AnyObject?] = content.withLock { content in
      [
        content.fetches.removeValue(forKey: id), content.bodies.removeValue(forKey: id),
        content.processes.removeValue(forKey: id),
      ]
    }
    withExtendedLifetime(dropped) {}
  }
}
