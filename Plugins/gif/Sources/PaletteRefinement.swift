/// Moves the colours of a palette to the middle of the pixels that are nearest to them (Lloyd's algorithm).
struct PaletteRefinement {
  private let points: [ColorPoint]
  private(set) var colors: [SIMD4<Float>]

  init(_ points: [ColorPoint], from palette: [ColorPoint]) {
    self.points = points
    colors = palette.map { $0.color }
  }

  /// One round; false when it changed next to nothing.
  mutating func improve() -> Bool {
    var sums = [SIMD4<Float>](repeating: .zero, count: colors.count)
    let order = ColorOrder(colors)
    for point in points {
      // The fourth lane counts the pixels.
      sums[order.nearest(to: point.color)] += SIMD4(point.color.x, point.color.y, point.color.z, 1) * point.weight
    }
    var moved: Float = 0
    for index in colors.indices where sums[index].w > 0 {
      var mean = sums[index] / sums[index].w
      mean.w = 0
      let step = mean - colors[index]
      moved += (step * step).sum()
      colors[index] = mean
    }
    return moved > Float(colors.count) / 16
  }
}
