/// The source samples under one target sample, in units of which a source sample is `unit` wide.
struct AreaSpan: BitwiseCopyable {
  /// The source sample in which the span begins.
  let first: Int
  /// The units of it that belong to the span where that is not all of it, otherwise 0.
  let firstWeight: UInt64
  /// How many whole source samples follow, or begin the span.
  let wholeCount: Int
  /// The units of the source sample behind those; 0 for none.
  let lastWeight: UInt64

  /// Target sample `index` of a side that goes from `source` to `target`, in any units. Products fit: sides
  /// are those of layouts, and `AreaAverage` has checked theirs.
  init(_ index: Int, source: Int, target: Int) {
    let (first, skipped) = (index * source).quotientAndRemainder(dividingBy: target)
    let firstWeight = skipped == 0 && source >= target ? 0 : min(target - skipped, source)
    let (wholeCount, lastWeight) = (source - firstWeight).quotientAndRemainder(dividingBy: target)
    self.first = first
    self.firstWeight = UInt64(firstWeight)
    self.wholeCount = wholeCount
    self.lastWeight = UInt64(lastWeight)
  }
}
