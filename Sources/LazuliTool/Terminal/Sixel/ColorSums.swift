/// A part of the colour cube, in steps of 8 of a sample: `low` is outside, `high` inside.
struct ColorBox {
  var low = SIMD3<Int>(repeating: 0)
  var high = SIMD3<Int>(repeating: 32)
}

/// How many pixels there are in any part of the colour cube, and the sums of their samples, by eight
/// look-ups each (X. Wu, "Efficient statistical computations for optimal color quantization", 1991).
struct ColorSums {
  /// Red, green, blue, and the number of pixels.
  typealias Sum = SIMD4<Int>

  private static let side = 33
  /// Of all colours up to red, green and blue.
  private var sums = [Sum](repeating: .zero, count: side * side * side)

  init(_ words: [UInt32]) {
    words.withUnsafeBufferPointer { words in
      sums.withUnsafeMutableBufferPointer { sums in
        for word in words where word != 0 {
          let (red, green, blue) = (Int(word & 255), Int(word >> 8 & 255), Int(word >> 16 & 255))
          sums[Self.index(red >> 3 + 1, green >> 3 + 1, blue >> 3 + 1)] &+= Sum(red, green, blue, 1)
        }
        for step in [1, Self.side, Self.side * Self.side] { Self.accumulate(sums, step) }
      }
    }
  }

  func sum(_ box: ColorBox) -> Sum {
    let (low, high) = (box.low, box.high)
    let upper =
      at(high.x, high.y, high.z) &- at(high.x, high.y, low.z) &- at(high.x, low.y, high.z) &+ at(high.x, low.y, low.z)
    let lower =
      at(low.x, high.y, high.z) &- at(low.x, high.y, low.z) &- at(low.x, low.y, high.z) &+ at(low.x, low.y, low.z)
    return upper &- lower
  }

  private func at(_ red: Int, _ green: Int, _ blue: Int) -> Sum { sums[Self.index(red, green, blue)] }

  private static func index(_ red: Int, _ green: Int, _ blue: Int) -> Int { (red * side + green) * side + blue }

  /// Adds to each place what stands before it along one axis.
  private static func accumulate(_ sums: UnsafeMutableBufferPointer<Sum>, _ step: Int) {
    for index in sums.indices where index / step % side > 0 { sums[index] &+= sums[index - step] }
  }
}
