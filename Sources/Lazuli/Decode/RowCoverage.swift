/// Which rows of a surface were reported as written, so that the others can be cleared.
struct RowCoverage: Sendable, Hashable {
  private var reported = RangeSet<Int>()

  /// Notes rows; those already noted and empty ranges change nothing.
  mutating func add(_ rows: Range<Int>) {
    reported.insert(contentsOf: rows)
  }

  /// The rows of `rows` that were never noted, in ascending order, not touching each other.
  func missing(in rows: Range<Int>) -> [Range<Int>] {
    guard !rows.isEmpty else { return [] }
    return Array(RangeSet(rows).subtracting(reported).ranges)
  }

  func isComplete(in rows: Range<Int>) -> Bool { missing(in: rows).isEmpty }
}
