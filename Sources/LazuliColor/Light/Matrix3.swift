/// Three by three numbers, by columns.
struct Matrix3: Sendable, Hashable {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) { (first, second, third) }
  private let first: SIMD3<Double>
  private let second: SIMD3<Double>
  private let third: SIMD3<Double>

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    self.first = first
    self.second = second
    self.third = third
  }

  init(diagonal: SIMD3<Double>) {
    self.init(.init(diagonal.x, 0, 0), .init(0, diagonal.y, 0), .init(0, 0, diagonal.z))
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left * right.first, left * right.second, left * right.third)
  }

  /// The inverse; `nil` when there is none worth having.
  var inverse: Matrix3? {
    let rows = (Self.cross(second, third), Self.cross(third, first), Self.cross(first, second))
    let determinant = (first * rows.0).sum()
    guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
    let (x, y, z) = (rows.0 / determinant, rows.1 / determinant, rows.2 / determinant)
    return Matrix3(.init(x.x, y.x, z.x), .init(x.y, y.y, z.y), .init(x.z, y.z, z.z))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  var isFinite: Bool {
    [first, second, third].allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
  }
}
