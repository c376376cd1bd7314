/// Colours by their green, so that the search for the nearest one ends early.
struct ColorOrder {
  private let colors: [SIMD4<Float>]
  /// Where they stood before.
  private let indices: [Int]
  /// For each green of 8 bits the first that is no less.
  private let places: [Int]

  init(_ colors: [SIMD4<Float>]) {
    let order = colors.indices.sorted { colors[$0].y < colors[$1].y }
    let sorted = order.map { colors[$0] }
    var place = 0
    places = (0...255).map { green in
      while place < sorted.count, sorted[place].y < Float(green) { place += 1 }
      return place
    }
    self.colors = sorted
    indices = order
  }

  /// The index of the nearest colour, of several the first. Each lane is 0 to 255.
  @inline(__always)
  func nearest(to color: SIMD4<Float>) -> Int {
    colors.withUnsafeBufferPointer { colors in
      indices.withUnsafeBufferPointer { indices in
        var search = Search(color: color)
        let start = places[Int(color.y)]
        var place = start
        while place < colors.count, search.look(at: colors[place], indices[place]) { place += 1 }
        place = start - 1
        while place >= 0, search.look(at: colors[place], indices[place]) { place -= 1 }
        return search.best
      }
    }
  }

  private struct Search {
    let color: SIMD4<Float>
    var best = 0
    var least = Float.infinity

    /// False when this colour, and with it all behind it, is too far away in its green alone.
    @inline(__always)
    mutating func look(at other: SIMD4<Float>, _ index: Int) -> Bool {
      let step = other - color
      guard step.y * step.y <= least else { return false }
      let distance = (step * step).sum()
      if distance < least || distance == least && index < best { (best, least) = (index, distance) }
      return true
    }
  }
}
