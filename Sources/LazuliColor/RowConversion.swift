/// One row's colours to other colours. `count` is in pixels; both rows are the same, or do not overlap.
///
/// Alpha is straight, and copied. Called by several threads at once. A function rather than a protocol: what is
/// generic over samples is compiled for each kind of them only where its type is known.
typealias RowConversion =
  @Sendable (_ row: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void
