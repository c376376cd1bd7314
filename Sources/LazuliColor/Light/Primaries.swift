import LazuliCore

/// Red, green and blue light as XYZ beside a white of D50, where profiles meet.
enum Primaries {
  typealias Chromaticities = ColorInformation.Chromaticities

  static let sRGB = Chromaticities(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)
  static let displayP3 = Chromaticities(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)

  /// The primaries of ITU-T H.273, table 2; those of sRGB for "unspecified", `nil` for numbers without a meaning.
  static func named(_ number: UInt8) -> Chromaticities? {
    switch number {
    case 1, 2: sRGB
    case 4: Chromaticities(0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08)
    case 5: Chromaticities(0.3127, 0.329, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06)
    case 6, 7: Chromaticities(0.3127, 0.329, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07)
    case 8: Chromaticities(0.31, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049)
    case 9: Chromaticities(0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046)
    case 10: Chromaticities(1.0 / 3, 1.0 / 3, 1, 0, 0, 1, 0, 0)
    case 11: Chromaticities(0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06)
    case 12: displayP3
    case 22: Chromaticities(0.3127, 0.329, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077)
    default: nil
    }
  }
}

extension ColorInformation.Chromaticities {
  /// White, red, green, blue: x and y each.
  init(
    _ whiteX: Double, _ whiteY: Double, _ redX: Double, _ redY: Double, _ greenX: Double, _ greenY: Double,
    _ blueX: Double, _ blueY: Double
  ) {
    self.init(
      white: Point(x: whiteX, y: whiteY), red: Point(x: redX, y: redY), green: Point(x: greenX, y: greenY),
      blue: Point(x: blueX, y: blueY))
  }

  /// From linear light to XYZ, with the white as it is; `nil` where the points span nothing.
  var xyz: Matrix3? {
    guard white.y > 0 else { return nil }
    let points = Matrix3(red.direction, green.direction, blue.direction)
    guard let inverse = points.inverse else { return nil }
    let matrix = points * Matrix3(diagonal: inverse * whiteXYZ)
    return matrix.isFinite ? matrix : nil
  }

  /// From linear light to XYZ beside a white of D50, adapted by Bradford's matrix (ICC.1, annex E).
  var profileXYZ: Matrix3? {
    guard let xyz, let inverse = Self.bradford.inverse else { return nil }
    let (from, to) = (Self.bradford * whiteXYZ, Self.bradford * Self.d50)
    guard from.min() > 0 else { return nil }
    return inverse * Matrix3(diagonal: to / from) * Self.bradford * xyz
  }

  private var whiteXYZ: SIMD3<Double> { white.direction / white.y }
  private static let d50 = SIMD3(0.9642, 1, 0.8249)
  private static let bradford = Matrix3(
    .init(0.8951, -0.7502, 0.0389), .init(0.2664, 1.7135, -0.0685), .init(-0.1614, 0.0367, 1.0296))
}

extension ColorInformation.Chromaticities.Point {
  fileprivate var direction: SIMD3<Double> { SIMD3(x, y, 1 - x - y) }
}
