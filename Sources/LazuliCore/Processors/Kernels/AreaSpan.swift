/// The source samples under one target sample, in units of which a source sample is `unit` wide.
struct AreaSpan: BitwiseCopyable {
  /// The source sample in which the span begins, and the units of it that belong to the span.
  let first: Int
  let firstWeight: UInt64
  /// How many whole source samples follow.
  let wholeCount: Int
  /// The units of the source sample behind those; 0 for none.
  let lastWeight: UInt64

  /// Target sample `index` of a side that goes from `source` to `target` samples. Products fit: sides
  /// are those of layouts, and `AreaAverage` has checked theirs.
  init(_ index: Int, source: Int, target: Int) {
    let (first, skipped) = (index * source).quotientAndRemainder(dividingBy: target)
    let firstWeight = min(target - skipped, source)
    let (wholeCount, lastWeight) = (source - firstWeight).quotientAndRemainder(dividingBy: target)
    self.first = first
    self.firstWeight = UInt64(firstWeight)
    self.wholeCount = wholeCount
    self.lastWeight = UInt64(lastWeight)
  }
}
