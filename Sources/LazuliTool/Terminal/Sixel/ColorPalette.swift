/// The colours that a picture is drawn with, in sixel's steps of a hundredth.
struct ColorPalette {
  /// Red, green and blue from 0 to 100.
  let percents: [SIMD3<Int32>]
  /// The same from 0 to 255.
  let colors: [SIMD3<Int32>]
  /// Whether it has every colour of the picture, as exactly as steps allow.
  let isComplete: Bool

  /// At most `count` colours for these pixels (RGBA8 words; 0 is not there).
  init(for words: [UInt32], count: Int) {
    let few = Self.distinctColors(words, maximumCount: count)
    isComplete = few != nil
    percents = (few ?? Self.means(ColorSums(words), count: count)).map { ($0 &* 100 &+ 127) / 255 }
    colors = percents.map { ($0 &* 255 &+ 50) / 100 }
  }

  /// `nil` for more than `maximumCount`.
  private static func distinctColors(_ words: [UInt32], maximumCount: Int) -> [SIMD3<Int32>]? {
    var seen: Set<UInt32> = []
    var last: UInt32 = 0
    for word in words where word != last {
      last = word
      guard word != 0, seen.insert(word).inserted else { continue }
      if seen.count > maximumCount { return nil }
    }
    return seen.sorted().map { SIMD3(Int32($0 & 255), Int32($0 >> 8 & 255), Int32($0 >> 16 & 255)) }
  }

  /// The mean colours of boxes; again and again that box is cut whose cut brings most.
  private static func means(_ sums: ColorSums, count: Int) -> [SIMD3<Int32>] {
    var cuts = [ColorCut(ColorBox(), sums)]
    while cuts.count < count, let best = cuts.indices.max(by: { cuts[$0].gain < cuts[$1].gain }), cuts[best].gain > 0 {
      let (left, right) = cuts[best].halves
      cuts[best] = ColorCut(left, sums)
      cuts.append(ColorCut(right, sums))
    }
    return cuts.map { $0.mean }
  }
}

/// Where a box is best cut in two.
private struct ColorCut {
  /// By how much the squares of the errors become less; 0 where nothing can be cut.
  private(set) var gain = 0.0
  private(set) var halves: (ColorBox, ColorBox)
  private let sum: ColorSums.Sum

  var mean: SIMD3<Int32> {
    let count = max(sum.w, 1)
    return SIMD3(truncatingIfNeeded: (SIMD3(sum.x, sum.y, sum.z) &+ count / 2) / count)
  }

  init(_ box: ColorBox, _ sums: ColorSums) {
    halves = (box, box)
    sum = sums.sum(box)
    let whole = Self.score(sum)
    for axis in 0..<3 {
      for place in box.low[axis] + 1..<max(box.high[axis], box.low[axis] + 1) {
        var (left, right) = (box, box)
        left.high[axis] = place
        right.low[axis] = place
        let part = sums.sum(left)
        guard part.w > 0, part.w < sum.w else { continue }
        let found = Self.score(part) + Self.score(sum &- part) - whole
        if found > gain { (gain, halves) = (found, (left, right)) }
      }
    }
  }

  /// The square of the mean for each pixel: what it grows by, the squares of the errors shrink by.
  private static func score(_ sum: ColorSums.Sum) -> Double {
    let color = SIMD3(Double(sum.x), Double(sum.y), Double(sum.z))
    return sum.w > 0 ? (color * color).sum() / Double(sum.w) : 0
  }
}
