public import LazuliCore

/// Which rows of a list are loaded as it is scrolled and edited: pure, events in and actions out.
///
/// Visible rows come first, then those ahead in the direction of scrolling with a lower priority. What leaves both is
/// cancelled, and what is far away keeps no image. Each load has a generation: a result for a row that wants
/// another one, or none, cannot reach it. Each row has a number of its own, by which it is found wherever it is moved.
public struct ImageListMachine: Sendable {
  public enum Event: Sendable {
    /// Other rows, all of them; `nil` for a row without an image.
    case replace([ImageRequest?])
    case insert([ImageRequest?], at: Int)
    case remove(RangeSet<Int>)
    /// `to`: where it is when it has been taken out.
    case move(from: Int, to: Int)
    /// Rows in their new order, each the one that was at an index, or a new one.
    case arrange([(request: ImageRequest?, from: Int?)])
    /// These rows are on the screen.
    case show(Range<Int>)
    case retryFailed
    /// Loads nothing more until rows are shown again.
    case stop
    case load(ImageTaskEvent, generation: Int)
  }

  public enum Action: Sendable {
    case load(ImageRequest, generation: Int)
    case cancel(generation: Int)
    case setPriority(RequestPriority, generation: Int)
    /// The row of that number has another state; it was at `row` then.
    case tell(number: Int, row: Int)
  }

  struct Row {
    let number: Int
    var request: ImageRequest?
    var state = ImageRowState.idle
    /// Of the load under way.
    var generation: Int?
    var priority = RequestPriority.normal
  }

  public let options: ImageListOptions
  var rows: [Row] = []
  /// Those which are not idle.
  var activeRows: Set<Int> = []
  var visible = 0..<0
  private var isScrollingUp = false
  private var generation = 0
  var lastNumber = 0

  public init(_ options: ImageListOptions = .init()) {
    self.options = options
  }

  public var count: Int { rows.count }

  public func request(of row: Int) -> ImageRequest? { rows[row].request }

  public func state(of row: Int) -> ImageRowState { rows[row].state }

  public func isUnderWay(generation: Int) -> Bool { row(loading: generation) != nil }

  /// Where the row of a number is now, which was at `row` last.
  public func index(ofNumber number: Int, lastAt row: Int) -> Int? {
    if rows.indices.contains(row), rows[row].number == number { return row }
    return rows.firstIndex { $0.number == number }
  }

  private func row(loading generation: Int) -> Int? { activeRows.first { rows[$0].generation == generation } }

  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .replace(let requests): replace(requests)
    case .insert(let requests, let index): insert(requests, at: index)
    case .remove(let indexes): edit { $0.removeSubranges(indexes) }
    case .move(let from, let to): edit { rows in rows.insert(rows.remove(at: from), at: to) }
    case .arrange(let rows): arrange(rows)
    case .show(let range): show(range)
    case .retryFailed: retryFailed()
    case .stop: stop()
    case .load(let event, let generation): row(loading: generation).map { receive(event, $0) } ?? []
    }
  }
}

/// What the host does.
extension ImageListMachine {
  private mutating func show(_ range: Range<Int>) -> [Action] {
    if range.lowerBound != visible.lowerBound { isScrollingUp = range.lowerBound < visible.lowerBound }
    visible = range
    return load()
  }

  private mutating func retryFailed() -> [Action] {
    for row in activeRows {
      guard case .failed = rows[row].state else { continue }
      rows[row].state = .idle
    }
    return load()
  }

  mutating func stop() -> [Action] {
    visible = visible.lowerBound..<visible.lowerBound
    return activeRows.sorted().flatMap { cancel($0) }
  }
}

/// What follows from where the list stands.
extension ImageListMachine {
  /// Lets go of what is not near any more, and starts what is missing, in order.
  mutating func load() -> [Action] {
    let (shown, ahead) = near
    let kept = visible.isEmpty ? rows.indices : neighbours(of: shown, options.keptCount ?? 2 * shown.count)
    var actions: [Action] = []
    for row in activeRows.sorted() where !shown.contains(row) && !ahead.contains(row) {
      actions += cancel(row)
      if !kept.contains(row), rows[row].state.image != nil { actions += letGo(row) }
    }
    return actions + start()
  }

  mutating func start() -> [Action] {
    let (shown, ahead) = near
    let actions = inScrollingOrder(shown).flatMap { want($0, rows[$0].request?.priority ?? .normal) }
    return actions + inScrollingOrder(ahead).flatMap { want($0, options.prefetchPriority) }
  }

  private var near: (shown: Range<Int>, ahead: Range<Int>) {
    let shown = visible.clamped(to: rows.indices)
    return (shown, visible.isEmpty ? shown.prefix(0) : ahead(of: shown))
  }

  private func inScrollingOrder(_ range: Range<Int>) -> [Int] { isScrollingUp ? range.reversed() : Array(range) }

  private func ahead(of shown: Range<Int>) -> Range<Int> {
    let count = options.prefetchCount ?? shown.count
    let range =
      isScrollingUp ? shown.lowerBound - count..<shown.lowerBound : shown.upperBound..<shown.upperBound + count
    return range.clamped(to: rows.indices)
  }

  private func neighbours(of shown: Range<Int>, _ count: Int) -> Range<Int> {
    (shown.lowerBound - count..<shown.upperBound + count).clamped(to: rows.indices)
  }

  private mutating func want(_ row: Int, _ priority: RequestPriority) -> [Action] {
    switch rows[row].state {
    case .loaded, .failed: return []
    case .idle: return start(row, priority)
    case .loading:
      guard let generation = rows[row].generation, rows[row].priority != priority else { return [] }
      rows[row].priority = priority
      return [.setPriority(priority, generation: generation)]
    }
  }

  private mutating func start(_ row: Int, _ priority: RequestPriority) -> [Action] {
    guard var request = rows[row].request else { return [] }
    generation += 1
    rows[row].generation = generation
    rows[row].priority = priority
    rows[row].state = .loading(preview: nil)
    activeRows.insert(row)
    request.priority = priority
    return [.load(request, generation: generation), tell(row)]
  }

  private mutating func cancel(_ row: Int) -> [Action] {
    guard let generation = rows[row].generation else { return [] }
    rows[row].generation = nil
    return [.cancel(generation: generation)] + letGo(row)
  }

  private mutating func letGo(_ row: Int) -> [Action] {
    rows[row].state = .idle
    activeRows.remove(row)
    return [tell(row)]
  }

  private mutating func receive(_ event: ImageTaskEvent, _ row: Int) -> [Action] {
    switch event {
    case .started, .sizeKnown, .progress: return []
    case .preview(let preview): rows[row].state = .loading(preview: preview)
    case .finished(let response): end(row, .loaded(response))
    case .failed(let error): end(row, .failed(error))
    }
    return [tell(row)]
  }

  private func tell(_ row: Int) -> Action { .tell(number: rows[row].number, row: row) }

  private mutating func end(_ row: Int, _ state: ImageRowState) {
    rows[row].generation = nil
    rows[row].state = state
  }
}
