/// Whole source rows on their way into one target row, added up column by column.
///
/// Addition in narrow columns is what makes averaging fast; the weights come later, once a target row.
struct AreaColumns<Sample: AreaSample> {
  private let sums: ScratchMemory<Sample.Wide>
  private(set) var rowCount = 0

  init(count: Int) throws(ImageError) {
    sums = try ScratchMemory(count: count)
  }

  var isFull: Bool { rowCount >= Sample.sumCapacity }
  var start: UnsafePointer<Sample.Wide> { .init(sums.start) }

  mutating func add(_ row: UnsafePointer<Sample>) {
    AreaKernels.add(row, to: sums.start, count: sums.count)
    rowCount += 1
  }

  mutating func clear() {
    guard rowCount > 0 else { return }
    sums.clear()
    rowCount = 0
  }
}
