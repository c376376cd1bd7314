/// Four divisions with rounding to nearest, halves upwards, by way of doubles.
///
/// Exact although it multiplies by inverses: sums are integers, so that a quarter added to them cannot
/// change what is right, and keeps the product further from the border between two results than its error is.
enum FastQuotient {
  /// 2^52: a double of this size holds an integer in its lower bits.
  private static let magic: Double = 0x1p52

  /// Whether quotients of `bits` bits are exact for divisors up to this one.
  static func isExact(divisor: UInt64, bits: Int) -> Bool {
    divisor < 1 << UInt64(49 - bits)
  }

  /// `sums` below 2^52 times inverses of divisors.
  @inline(__always)
  static func rounded(_ sums: SIMD4<UInt64>, _ inverses: SIMD4<Double>) -> SIMD4<UInt64> {
    let doubles = unsafeBitCast(sums | magic.bitPattern, to: SIMD4<Double>.self) - (magic - 0.25)
    let quotients = doubles * inverses + magic
    return unsafeBitCast(quotients, to: SIMD4<UInt64>.self) & 0xFFFF
  }
}
