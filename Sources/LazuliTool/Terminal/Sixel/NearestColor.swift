/// Finds the colour of a palette that is nearest to another, by its five upper bits.
struct NearestColor {
  private let colors: [SIMD3<Int32>]
  /// By 15 bits of colour; filled as they are asked for.
  private var found = [Int16](repeating: -1, count: 1 << 15)

  init(_ palette: ColorPalette) { colors = palette.colors }

  /// The index for a colour whose samples are from 0 to 255.
  mutating func index(_ color: SIMD3<Int32>) -> Int {
    let steps = color &>> 3
    let key = Int(steps.x << 10 | steps.y << 5 | steps.z)
    if found[key] < 0 { found[key] = Int16(search(steps &* 8 &+ 4)) }
    return Int(found[key])
  }

  /// Exactly.
  func search(_ color: SIMD3<Int32>) -> Int {
    var best = (index: 0, distance: Int32.max)
    for (index, candidate) in colors.enumerated() {
      let difference = candidate &- color
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }
}
