/// How often colours occur, in cells of 8 × 8 × 8: the moments from which Wu's quantiser works
/// (X. Wu, "Efficient statistical computations for optimal color quantization", Graphics Gems II).
struct ColorHistogram {
  /// A cell's share, or, once summed up, that of all cells below it on each axis.
  struct Moments {
    var weight: Double = 0
    var red: Double = 0
    var green: Double = 0
    var blue: Double = 0
    /// Sum of the squares of all three.
    var square: Double = 0

    static func + (a: Moments, b: Moments) -> Moments {
      Moments(
        weight: a.weight + b.weight, red: a.red + b.red, green: a.green + b.green, blue: a.blue + b.blue,
        square: a.square + b.square)
    }

    static func - (a: Moments, b: Moments) -> Moments {
      Moments(
        weight: a.weight - b.weight, red: a.red - b.red, green: a.green - b.green, blue: a.blue - b.blue,
        square: a.square - b.square)
    }

    /// Squared distance of all pixels from their mean.
    var variance: Double {
      weight > 0 ? square - (red * red + green * green + blue * blue) / weight : 0
    }

    /// What a split wants as large as can be.
    var gain: Double {
      weight > 0 ? (red * red + green * green + blue * blue) / weight : 0
    }
  }

  /// Cells on an axis, with one in front for sums over nothing.
  static let side = 33
  private(set) var cells = [Moments](repeating: Moments(), count: side * side * side)

  static func place(_ red: Int, _ green: Int, _ blue: Int) -> Int { (red * side + green) * side + blue }

  @inline(__always)
  mutating func add(_ pixel: UInt32) {
    let (red, green, blue) = (Int(pixel & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel >> 16 & 0xFF))
    let place = Self.place(red >> 3 + 1, green >> 3 + 1, blue >> 3 + 1)
    cells.withUnsafeMutableBufferPointer { cells in
      cells[place].weight += 1
      cells[place].red += Double(red)
      cells[place].green += Double(green)
      cells[place].blue += Double(blue)
      cells[place].square += Double(red * red + green * green + blue * blue)
    }
  }

  /// The mean colour of each cell that has one.
  var points: [ColorPoint] {
    cells.compactMap { cell in
      guard cell.weight > 0 else { return nil }
      return ColorPoint(
        SIMD4(Float(cell.red), Float(cell.green), Float(cell.blue), 0) / Float(cell.weight), weight: Float(cell.weight))
    }
  }

  /// Makes each cell the sum over all cells below it.
  mutating func sumUp() {
    for red in 1..<Self.side {
      var area = [Moments](repeating: Moments(), count: Self.side)
      for green in 1..<Self.side {
        var line = Moments()
        for blue in 1..<Self.side {
          let place = Self.place(red, green, blue)
          line = line + cells[place]
          area[blue] = area[blue] + line
          cells[place] = cells[place - Self.side * Self.side] + area[blue]
        }
      }
    }
  }
}

/// A colour and how many pixels have about it.
struct ColorPoint {
  var color: SIMD4<Float>
  var weight: Float

  init(_ color: SIMD4<Float>, weight: Float) {
    self.color = color
    self.weight = weight
  }
}
