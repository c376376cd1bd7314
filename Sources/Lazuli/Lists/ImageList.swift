import Synchronization

/// A list of rows, each with its object and its image, which loads what is visible and what comes next.
///
/// Its functions are called where the list lives, and there it calls back with the number of a row and the row.
/// Images of rows far from the visible ones are let go of: a memory cache is who keeps more.
public final class ImageList<Object: Sendable>: Sendable {
  public typealias Row = ImageListRow<Object>

  private struct State {
    var machine: ImageListMachine
    var objects: [Object] = []
    /// By their generation.
    var loads: [Int: any ImageLoadControl] = [:]
  }

  private let loader: any ImageLoading
  private let target: CallbackTarget
  private let onChange: @Sendable (Int, Row) -> Void
  private let state: Mutex<State>

  /// `onChange` is called with each row whose state is another one.
  public init(
    _ loader: any ImageLoading, _ options: ImageListOptions = .init(), on target: CallbackTarget = .mainActor,
    onChange: @escaping @Sendable (_ index: Int, _ row: Row) -> Void
  ) {
    self.loader = loader
    self.target = target
    self.onChange = onChange
    state = Mutex(State(machine: ImageListMachine(options)))
  }

  deinit {
    for load in state.withLock({ Array($0.loads.values) }) { load.cancel() }
  }

  /// Other rows in the place of all that there are.
  public func replace(_ rows: [(Object, ImageRequest?)]) {
    handle(.replace(rows.map(\.1))) { $0 = rows.map(\.0) }
  }

  public func append(_ rows: [(Object, ImageRequest?)]) {
    handle(.append(rows.map(\.1))) { $0 += rows.map(\.0) }
  }

  /// These rows are on the screen now; call it as that changes.
  public func show(_ range: Range<Int>) { handle(.show(range)) }

  /// Loads failed rows again, at once or when they are near.
  public func retryFailed() { handle(.retryFailed) }

  /// Ends all loads; showing rows starts them again.
  public func stop() { handle(.stop) }
}

extension ImageList: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { state.withLock { $0.objects.count } }

  public subscript(index: Int) -> Row {
    state.withLock { state in
      Row(state.objects[index], state.machine.request(of: index), state: state.machine.state(of: index))
    }
  }
}

extension ImageList {
  private func handle(_ event: ImageListMachine.Event, _ change: (inout [Object]) -> Void = { _ in }) {
    var actions = state.withLock { state in
      change(&state.objects)
      return state.machine.handle(event)
    }
    var told: [Int] = []
    var next = 0
    while next < actions.count {
      switch actions[next] {
      case .load(let request, let row, let generation): actions += load(request, row, generation)
      case .cancel(_, let generation): state.withLock { $0.loads.removeValue(forKey: generation) }?.cancel()
      case .setPriority(let priority, _, let generation):
        state.withLock { $0.loads[generation] }?.priority = priority
      case .tell(let row): if !told.contains(row) { told.append(row) }
      }
      next += 1
    }
    for row in told where indices.contains(row) { onChange(row, self[row]) }
  }

  /// What an image in memory leads to; else the load comes.
  private func load(_ request: ImageRequest, _ row: Int, _ generation: Int) -> [ImageListMachine.Action] {
    if let response = loader.imageInMemory(for: request) {
      return state.withLock { $0.machine.handle(.load(.finished(response), row: row, generation: generation)) }
    }
    let load = loader.load(request) { [weak self, target] event in
      target.run { [weak self] in self?.receive(event, row, generation) }
    }
    let isWanted = state.withLock { state in
      guard state.machine.isUnderWay(row: row, generation: generation) else { return false }
      state.loads[generation] = load
      return true
    }
    if !isWanted { load.cancel() }
    return []
  }

  private func receive(_ event: ImageTaskEvent, _ row: Int, _ generation: Int) {
    switch event {
    case .finished, .failed: state.withLock { _ = $0.loads.removeValue(forKey: generation) }
    default: break
    }
    handle(.load(event, row: row, generation: generation))
  }
}
