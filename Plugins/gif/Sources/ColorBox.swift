/// A box of cells of a summed histogram: lower bounds are outside of it, upper ones within.
struct ColorBox {
  private var low: SIMD3<Int>
  private var high: SIMD3<Int>
  private(set) var moments: ColorHistogram.Moments

  /// All colours.
  init(of sums: ColorHistogram) {
    low = SIMD3(0, 0, 0)
    high = SIMD3(repeating: ColorHistogram.side - 1)
    moments = Self.sum(sums, low, high)
  }

  private init(_ sums: ColorHistogram, _ low: SIMD3<Int>, _ high: SIMD3<Int>) {
    (self.low, self.high) = (low, high)
    moments = Self.sum(sums, low, high)
  }

  /// The colours of as many boxes as are wanted, each cut where the variance within falls most.
  static func palette(of sums: ColorHistogram, count: Int) -> [ColorPoint] {
    var boxes = [ColorBox(of: sums)]
    var variances = [boxes[0].moments.variance]
    while boxes.count < count {
      guard let worst = variances.indices.max(by: { variances[$0] < variances[$1] }), variances[worst] > 0 else {
        break
      }
      guard let (a, b) = boxes[worst].halves(sums) else {
        variances[worst] = 0
        continue
      }
      (boxes[worst], variances[worst]) = (a, a.moments.variance)
      boxes.append(b)
      variances.append(b.moments.variance)
    }
    return boxes.map { $0.mean }
  }

  private var mean: ColorPoint {
    let sum = SIMD4(Float(moments.red), Float(moments.green), Float(moments.blue), 0)
    return ColorPoint(sum / Float(moments.weight), weight: Float(moments.weight))
  }

  /// The best cut across one of the axes; `nil` where all pixels are in one cell.
  private func halves(_ sums: ColorHistogram) -> (ColorBox, ColorBox)? {
    var best: (gain: Double, box: ColorBox, rest: ColorBox)?
    for axis in 0..<3 {
      for cut in low[axis] + 1..<max(high[axis], low[axis] + 1) {
        var middle = high
        middle[axis] = cut
        let part = Self.sum(sums, low, middle)
        let rest = moments - part
        guard part.weight > 0, rest.weight > 0, part.gain + rest.gain > best?.gain ?? 0 else { continue }
        var start = low
        start[axis] = cut
        best = (part.gain + rest.gain, ColorBox(sums, low, middle), ColorBox(sums, start, high))
      }
    }
    return best.map { ($0.box, $0.rest) }
  }

  private static func sum(_ sums: ColorHistogram, _ low: SIMD3<Int>, _ high: SIMD3<Int>) -> ColorHistogram.Moments {
    func at(_ red: Int, _ green: Int, _ blue: Int) -> ColorHistogram.Moments {
      sums.cells[ColorHistogram.place(red, green, blue)]
    }
    let front = at(high.x, high.y, high.z) - at(high.x, high.y, low.z) - at(high.x, low.y, high.z)
    let back = at(high.x, low.y, low.z) - at(low.x, high.y, high.z) + at(low.x, high.y, low.z)
    return front + back + at(low.x, low.y, high.z) - at(low.x, low.y, low.z)
  }
}
