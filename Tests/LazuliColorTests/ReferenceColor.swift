import Glibc

/// Colours by the formulas of the specifications, in double precision: what LazuliColor is held against.
struct ReferenceColor {
  /// White, red, green, blue; x and y each.
  typealias Points = [(Double, Double)]
  typealias Vector = [Double]

  static let d65 = (0.3127, 0.329)
  static let bt709: Points = [d65, (0.64, 0.33), (0.3, 0.6), (0.15, 0.06)]
  static let bt2020: Points = [d65, (0.708, 0.292), (0.17, 0.797), (0.131, 0.046)]
  static let p3: Points = [d65, (0.68, 0.32), (0.265, 0.69), (0.15, 0.06)]
  static let dci: Points = [(0.314, 0.351), (0.68, 0.32), (0.265, 0.69), (0.15, 0.06)]

  var points: Points
  /// From an encoded value to light.
  var decode: (Double) -> Double
  /// What is done to light before it is seen in another colour space.
  var adapt: (Vector) -> Vector = { $0 }

  /// Values of 0 to 1 to sRGB's of 0 to 1.
  func sRGB(_ values: Vector) -> Vector {
    let light = adapt(values.map(decode))
    let xyz = Self.apply(Self.toD65(points), light)
    return Self.solve(Self.toD65(Self.bt709), xyz).map { Self.encode(min(max($0, 0), 1)) }
  }

  static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  static func decodeSRGB(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// SMPTE ST 2084, in cd/m².
  static func pq(_ value: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
    let root = pow(value, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  static func pqInverse(_ luminance: Double) -> Double {
    let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    let power = pow(luminance / 10_000, m1)
    return pow((3424.0 / 4096 + 2413.0 / 128 * power) / (1 + 2392.0 / 128 * power), m2)
  }

  /// BT.2100, the inverse of HLG's OETF.
  static func hlg(_ value: Double) -> Double {
    let (a, b) = (0.17883277, 1 - 4 * 0.17883277)
    let c = 0.5 - a * log(4 * a)
    return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
  }

  /// The OOTF of HLG for a display of 1000 cd/m².
  static func hlgDisplay(_ scene: Vector) -> Vector {
    let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
    return scene.map { 1000 * pow(luminance, 0.2) * $0 }
  }

  /// BT.2390, from 1000 to 203 cd/m² by the brightest colour; light of which 1 is 203 cd/m².
  static func toneMapped(_ luminances: Vector) -> Vector {
    let brightest = luminances.max()!
    guard brightest > 0 else { return [0, 0, 0] }
    let (peak, top) = (pqInverse(1000), pqInverse(203) / pqInverse(1000))
    let (value, knee) = (min(pqInverse(brightest) / peak, 1), 1.5 * pqInverse(203) / pqInverse(1000) - 0.5)
    var mapped = value
    if value > knee {
      let t = (value - knee) / (1 - knee)
      mapped =
        (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
        + (-2 * t * t * t + 3 * t * t) * top
    }
    return luminances.map { $0 / brightest * pq(mapped * peak) / 203 }
  }
}

extension ReferenceColor {
  /// Rows of the matrix from light to XYZ beside D65, other whites adapted by Bradford's matrix.
  private static func toD65(_ points: Points) -> [Vector] {
    let columns = points[1...].map { xyz($0) }
    let rows = (0..<3).map { row in columns.map { $0[row] } }
    let white = xyz(points[0]).map { $0 / points[0].1 }
    let scale = solve(rows, white)
    let own = rows.map { row in zip(row, scale).map { $0 * $1 } }
    let bradford = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]]
    let from = apply(bradford, white)
    let to = apply(bradford, xyz(d65).map { $0 / d65.1 })
    let adapted = (0..<3).map { column -> Vector in
      let cone = apply(bradford, own.map { $0[column] })
      return solve(bradford, (0..<3).map { cone[$0] * to[$0] / from[$0] })
    }
    return (0..<3).map { row in adapted.map { $0[row] } }
  }

  private static func xyz(_ point: (Double, Double)) -> Vector { [point.0, point.1, 1 - point.0 - point.1] }

  private static func apply(_ rows: [Vector], _ vector: Vector) -> Vector {
    rows.map { $0[0] * vector[0] + $0[1] * vector[1] + $0[2] * vector[2] }
  }

  private static func determinant(_ m: [Vector]) -> Double {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
      + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
  }

  /// Cramer's rule.
  private static func solve(_ rows: [Vector], _ vector: Vector) -> Vector {
    (0..<3).map { column in
      var changed = rows
      for row in 0..<3 { changed[row][column] = vector[row] }
      return determinant(changed) / determinant(rows)
    }
  }
}
