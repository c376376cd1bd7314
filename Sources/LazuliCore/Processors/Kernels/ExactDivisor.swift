/// Divides sums by the same number many times, exactly, without dividing.
struct ExactDivisor {
  let divisor: UInt64
  private let inverse: Double

  /// For a divisor between 1 and 2^62.
  @inline(__always)
  init(_ divisor: UInt64) {
    self.divisor = divisor
    inverse = 1 / Double(Int64(truncatingIfNeeded: divisor))
  }

  /// `x` / divisor rounded to nearest, halves upwards, for quotients below 2^48 and sums below 2^63.
  ///
  /// The product with the inverse is off by less than one, which the remainder shows.
  @inline(__always)
  func rounded(_ x: UInt64) -> UInt64 {
    let numerator = Int64(truncatingIfNeeded: x &+ divisor &>> 1)
    let guess = Int64(Double(numerator) * inverse)
    let rest = numerator &- guess &* Int64(truncatingIfNeeded: divisor)
    let correction: Int64 = rest < 0 ? -1 : rest >= Int64(truncatingIfNeeded: divisor) ? 1 : 0
    return UInt64(truncatingIfNeeded: guess &+ correction)
  }
}
