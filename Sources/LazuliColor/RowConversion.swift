/// One row's colours to other colours. `count` is in pixels; both rows are the same, or do not overlap.
///
/// Alpha is straight, and copied. Used by several threads at once.
protocol RowConversion: Sendable {
  func convert(_ row: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int)
}
