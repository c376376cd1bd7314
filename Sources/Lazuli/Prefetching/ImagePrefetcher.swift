public import LazuliCore
import Synchronization

/// Loads images before they are asked for, so that they are in memory then.
///
/// Its loads come behind all others. A request for an image which is being loaded ahead joins that load and lifts it
/// to its own priority. The images themselves are not kept here.
public final class ImagePrefetcher: Sendable {
  private struct State {
    var machine: PrefetchMachine
    var loads: [Int: any ImageLoadControl] = [:]
  }

  private let loader: any ImageLoading
  private let state: Mutex<State>

  /// At most `maximumConcurrentCount` loads are under way and `maximumWaitingCount` requests wait; of more those drop
  /// out that were asked for longest ago.
  public init(
    _ loader: any ImageLoading, priority: RequestPriority = .veryLow, maximumConcurrentCount: Int = 4,
    maximumWaitingCount: Int = 1000
  ) {
    self.loader = loader
    state = Mutex(
      State(
        machine: PrefetchMachine(
          priority: priority, maximumConcurrentCount: maximumConcurrentCount,
          maximumWaitingCount: maximumWaitingCount)))
  }

  deinit {
    for load in state.withLock({ Array($0.loads.values) }) { load.cancel() }
  }

  /// Loads these, in their order, behind those that wait; one that is known already counts once.
  public func start(_ requests: [ImageRequest]) {
    let missing = requests.filter { loader.imageInMemory(for: $0) == nil }
    perform { $0.add(missing) }
  }

  /// Loads these no more.
  public func stop(_ requests: [ImageRequest]) { perform { $0.remove(requests) } }

  public func stopAll() { perform { $0.removeAll() } }

  /// While it is true nothing is started; what is under way goes on.
  public var isPaused: Bool {
    get { state.withLock { $0.machine.isPaused } }
    set { perform { $0.setPaused(newValue) } }
  }

  private func perform(_ change: (inout PrefetchMachine) -> [PrefetchMachine.Action]) {
    for action in state.withLock({ change(&$0.machine) }) {
      switch action {
      case .load(let request, let generation): load(request, generation)
      case .cancel(let generation): state.withLock { $0.loads.removeValue(forKey: generation) }?.cancel()
      }
    }
  }

  private func load(_ request: ImageRequest, _ generation: Int) {
    let load = loader.load(request) { [weak self] event in
      switch event {
      case .finished, .failed: self?.end(generation)
      default: break
      }
    }
    let isWanted = state.withLock { state in
      guard state.machine.isUnderWay(generation: generation) else { return false }
      state.loads[generation] = load
      return true
    }
    if !isWanted { load.cancel() }
  }

  private func end(_ generation: Int) {
    state.withLock { _ = $0.loads.removeValue(forKey: generation) }
    perform { $0.end(generation: generation) }
  }
}
