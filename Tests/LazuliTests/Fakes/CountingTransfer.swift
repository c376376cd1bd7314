import LazuliCore
import Synchronization

/// A transfer which counts what is asked of it.
final class CountingTransfer: TransportTransfer {
  private let counts = Mutex((unpause: 0, cancel: 0))
  var unpauseCount: Int { counts.withLock { $0.unpause } }
  var cancelCount: Int { counts.withLock { $0.cancel } }
  func unpause() { counts.withLock { $0.unpause += 1 } }
  func cancel() { counts.withLock { $0.cancel += 1 } }
  func setPriority(_ priority: RequestPriority) {}
}
