internal import CLazuliKernels

/// Which source samples make each target sample along one side, and how much of each.
final class ConvolutionWeights {
  /// The source samples of one target sample: `count` from `first` on; `weights` is where its weights begin.
  typealias Span = lzlkernels_span

  /// How many target samples there are.
  let count: Int
  /// Weights lie so far apart for each target sample: a multiple of four, zeros behind the last.
  let tapStride: Int
  private let memory: ScratchMemory<Float>
  private let spanMemory: ScratchMemory<Span>

  /// For a side of `source` samples, of which `ratio` says how many become how many; those of `window` are wanted.
  ///
  /// The source may hold `margin` samples more at both ends, and the window reach beyond the target. Weights of a
  /// target sample sum to 1 within the source; with `repeatsEdges` what lies beyond it is as its first or last sample.
  /// Throws `outOfMemory`.
  init(
    _ function: ConvolutionFunction, source: Int, _ ratio: ReducedExtent.Ratio, window: Range<Int>, margin: Int = 0,
    repeatsEdges: Bool = false
  ) throws(ImageError) {
    let scale = Double(ratio.source) / Double(ratio.target)
    let width = max(scale, 1)
    let reach = function == .area ? scale / 2 : function.reach * width
    count = window.count
    tapStride = (min(Int(2 * reach) + 2, source) + 3) & ~3
    let (total, overflow) = count.multipliedReportingOverflow(by: tapStride)
    memory = try ScratchMemory(count: overflow ? .max : total)
    spanMemory = try ScratchMemory(count: count)
    for index in 0..<count {
      let center = (Double(window.lowerBound + index) + 0.5) * scale + Double(margin)
      let first = min(max(Int(center - reach), 0), source - 1)
      let end = max(min(Int((center + reach).rounded(.up)), source), first + 1)
      let own = Span(first: first, count: min(end - first, tapStride), weights: index * tapStride)
      let reached =
        repeatsEdges ? Int((center - reach).rounded(.down))..<Int((center + reach).rounded(.up)) : first..<end
      let isClipped = center < reach || center + reach > Double(source)
      if !isClipped, let shared = shared(own, index, ratio) {
        spanMemory.start[index] = shared
        continue
      }
      spanMemory.start[index] = own
      fill(own, reached) { sample in
        function == .area
          ? max(min(sample + 1, center + reach) - max(sample, center - reach), 0)
          : function.weight(at: (sample + 0.5 - center) / width)
      }
    }
  }

  /// The span with the weights of the target sample one period of the ratio before, if that one has all of them: fewer
  /// weights stay in the caches.
  private func shared(_ span: Span, _ index: Int, _ period: ReducedExtent.Ratio) -> Span? {
    guard index >= period.target else { return nil }
    let before = spans[index - period.target]
    guard before.first > 0, before.first + period.source == span.first, before.count == span.count else { return nil }
    return Span(first: span.first, count: span.count, weights: before.weights)
  }

  /// What of `reached` lies beyond the span is weighed with its first or last sample.
  private func fill(_ span: Span, _ reached: Range<Int>, _ weight: (Double) -> Double) {
    let target = memory.start + span.weights
    let before = (min(reached.lowerBound, span.first)..<span.first).reduce(0) { $0 + weight(Double($1)) }
    let behind = (span.end..<max(reached.upperBound, span.end)).reduce(0) { $0 + weight(Double($1)) }
    var sum = before + behind
    for tap in 0..<span.count {
      let value = weight(Double(span.first + tap))
      target[tap] = Float(value)
      sum += value
    }
    target[0] += Float(before)
    target[span.count - 1] += Float(behind)
    let factor = 1 / sum
    for tap in 0..<span.count { target[tap] = Float(Double(target[tap]) * factor) }
  }

  var spans: UnsafePointer<Span> { UnsafePointer(spanMemory.start) }
  var weights: UnsafePointer<Float> { UnsafePointer(memory.start) }

  func weights(of index: Int) -> UnsafePointer<Float> { weights + spans[index].weights }

  /// The most source samples that a target sample is made of.
  var longestSpan: Int { (0..<count).reduce(1) { max($0, spans[$1].count) } }

  /// The most target samples between the first and the last source sample of one, when those come in batches of
  /// so many.
  func mostAlive(inBatchesOf batch: Int = 1) -> Int {
    var (most, next) = (1, 0)
    for index in 0..<count {
      while next < count, spans[next].first < spans[index].end + batch - 1 { next += 1 }
      most = max(most, next - index)
    }
    return most
  }
}

extension lzlkernels_span {
  var end: Int { first + count }
}
