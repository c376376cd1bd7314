import Synchronization

/// A list of rows, each with its object and its image, which loads what is visible and what comes next.
///
/// Its functions are called where the list lives, and there it calls back with the number of a row and the row.
/// Images of rows far from the visible ones are let go of: a memory cache is who keeps more. Rows may be put in, taken
/// out and moved at any time, in the calls back too: each load belongs to its row wherever that is, and what it brings
/// is told with the index that the row has then. After an edit the rows that were visible go on, until `show` says what
/// is visible now.
public final class ImageList<Object: Sendable>: Sendable {
  public typealias Row = ImageListRow<Object>

  private struct State {
    var machine: ImageListMachine
    var objects: [Object] = []
    /// By their generation.
    var loads: [Int: any ImageLoadControl] = [:]

    func row(_ index: Int) -> Row {
      Row(objects[index], machine.request(of: index), state: machine.state(of: index))
    }
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

  public func append(_ rows: [(Object, ImageRequest?)]) { insert(rows, at: endIndex) }

  /// `index`: where the first of them will be.
  public func insert(_ rows: [(Object, ImageRequest?)], at index: Int) {
    handle(.insert(rows.map(\.1), at: index)) { $0.insert(contentsOf: rows.map(\.0), at: index) }
  }

  public func remove(_ range: Range<Int>) { remove(at: range) }

  /// Indexes in any order, as they are before.
  public func remove(at indexes: some Sequence<Int>) {
    let all = self.indices
    let rows = RangeSet(indexes.lazy.filter(all.contains).map { $0..<$0 + 1 })
    handle(.remove(rows)) { $0.removeSubranges(rows) }
  }

  /// `target`: where the row is when it has been taken out, as table views count.
  public func move(from index: Int, to target: Int) {
    handle(.move(from: index, to: target)) { $0.insert($0.remove(at: index), at: target) }
  }

  /// Another object for a row; its load goes on, and its image stays, if the request asks for the same image.
  public func change(_ index: Int, to object: Object, _ request: ImageRequest?) {
    arrange { rows in rows[index] = (object, request, index) }
  }

  /// Other rows: those that have the `id` of one which is there are that one, wherever it is now.
  public func update(to rows: [(Object, ImageRequest?)], id: (Object) -> some Hashable) {
    arrange { old in
      let places = Dictionary(old.indices.map { (id(old[$0].object), $0) }) { first, _ in first }
      var isTaken: Set<Int> = []
      old = rows.map { object, request in
        let place = places[id(object)].flatMap { isTaken.insert($0).inserted ? $0 : nil }
        return (object, request, place)
      }
    }
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
    state.withLock { $0.row(index) }
  }
}

extension ImageList {
  private typealias ArrangedRow = (object: Object, request: ImageRequest?, from: Int?)

  private func arrange(_ change: (inout [ArrangedRow]) -> Void) {
    var rows: [ArrangedRow] = state.withLock { state in
      state.objects.indices.map { (state.objects[$0], state.machine.request(of: $0), $0) }
    }
    change(&rows)
    handle(.arrange(rows.map { ($0.request, $0.from) })) { [rows] in $0 = rows.map(\.object) }
  }

  private func handle(_ event: ImageListMachine.Event, _ change: (inout [Object]) -> Void = { _ in }) {
    var actions = state.withLock { state in
      change(&state.objects)
      return state.machine.handle(event)
    }
    // By number: calls back may come while these are carried out, and edit the list.
    var told: [(number: Int, row: Int)] = []
    var next = 0
    while next < actions.count {
      switch actions[next] {
      case .load(let request, let generation): actions += load(request, generation)
      case .cancel(let generation): state.withLock { $0.loads.removeValue(forKey: generation) }?.cancel()
      case .setPriority(let priority, let generation): state.withLock { $0.loads[generation] }?.priority = priority
      case .tell(let number, let row): if !told.contains(where: { $0.number == number }) { told.append((number, row)) }
      }
      next += 1
    }
    for (number, row) in told { tell(number, lastAt: row) }
  }

  private func tell(_ number: Int, lastAt row: Int) {
    let found: (Int, Row)? = state.withLock { state in
      state.machine.index(ofNumber: number, lastAt: row).map { ($0, state.row($0)) }
    }
    if let (index, row) = found { onChange(index, row) }
  }

  /// What an image in memory leads to; else the load comes.
  private func load(_ request: ImageRequest, _ generation: Int) -> [ImageListMachine.Action] {
    if let response = loader.imageInMemory(for: request) {
      return state.withLock { $0.machine.handle(.load(.finished(response), generation: generation)) }
    }
    let load = loader.load(request) { [weak self, target] event in
      target.run { [weak self] in self?.receive(event, generation) }
    }
    let isWanted = state.withLock { state in
      guard state.machine.isUnderWay(generation: generation) else { return false }
      state.loads[generation] = load
      return true
    }
    if !isWanted { load.cancel() }
    return []
  }

  private func receive(_ event: ImageTaskEvent, _ generation: Int) {
    switch event {
    case .finished, .failed: state.withLock { _ = $0.loads.removeValue(forKey: generation) }
    default: break
    }
    handle(.load(event, generation: generation))
  }
}
