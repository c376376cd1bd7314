/// Other rows.
extension ImageListMachine {
  mutating func replace(_ requests: [ImageRequest?]) -> [Action] {
    let cancelled = stop()
    rows = requests.map { makeRow($0) }
    activeRows = []
    return cancelled.filter { if case .cancel = $0 { true } else { false } } + load()
  }

  mutating func insert(_ requests: [ImageRequest?], at index: Int) -> [Action] {
    let new = requests.map { makeRow($0) }
    return edit { $0.insert(contentsOf: new, at: index) }
  }

  /// A row that comes back with a request for another image is as good as a new one.
  mutating func arrange(_ arranged: [(request: ImageRequest?, from: Int?)]) -> [Action] {
    let new = arranged.map { request, index in
      guard let index, request.asksTheSame(as: rows[index].request) else { return makeRow(request) }
      var row = rows[index]
      row.request = request
      return row
    }
    return edit { $0 = new }
  }

  private mutating func makeRow(_ request: ImageRequest?) -> Row {
    lastNumber += 1
    return Row(number: lastNumber, request: request)
  }

  /// Loads of rows that are gone end, all others go on, wherever their row is now. What was visible stays so until
  /// `show` tells otherwise.
  mutating func edit(_ change: (inout [Row]) -> Void) -> [Action] {
    let seen = visible.clamped(to: rows.indices).map { rows[$0].number }
    let active = activeRows.map { rows[$0] }
    let newest = rows.reduce(0) { max($0, $1.number) }
    change(&rows)
    let wanted = Set(seen).union(active.map(\.number))
    var places: [Int: Int] = [:]
    for index in rows.indices where wanted.contains(rows[index].number) { places[rows[index].number] = index }
    activeRows = Set(active.compactMap { places[$0.number] })
    if !visible.isEmpty { visible = visibleRange(seen.compactMap { places[$0] }.sorted(), newerThan: newest) }
    let gone = active.filter { places[$0.number] == nil }.compactMap(\.generation).sorted()
    return gone.map { .cancel(generation: $0) } + start()
  }

  /// From the first to the last of those that were visible, and the new rows at their edges; as many as before where
  /// they are far apart now.
  private func visibleRange(_ places: [Int], newerThan newest: Int) -> Range<Int> {
    guard var first = places.first, var last = places.last else { return visible.clamped(to: rows.indices) }
    if last - first >= 2 * visible.count { last = first + visible.count - 1 }
    let limit = visible.count
    while first > 0, last - first < 2 * limit, rows[first - 1].number > newest { first -= 1 }
    while last < rows.count - 1, last - first < 2 * limit, rows[last + 1].number > newest { last += 1 }
    return first..<last + 1
  }
}

extension ImageRequest? {
  fileprivate func asksTheSame(as other: ImageRequest?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return JobKey.image(self.shared) == JobKey.image(other.shared)
  }
}
