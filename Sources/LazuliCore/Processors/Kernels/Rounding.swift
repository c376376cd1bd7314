/// Division with rounding to nearest, exact for every input that samples can make.
enum Rounding {
  /// `x` / 255 for `x` up to 255 · 255, in lanes of 16 bits.
  @inline(__always)
  static func by255<V: SIMD>(_ x: V) -> V where V.Scalar == UInt16 {
    let biased = x &+ 128
    return (biased &+ (biased &>> 8)) &>> 8
  }

  /// `x` / 255 for `x` up to 255 · 255.
  @inline(__always)
  static func by255(_ x: UInt32) -> UInt32 { (x &+ 127) / 255 }

  /// `x` / 65535 for `x` up to 65535 · 65535.
  @inline(__always)
  static func by65535(_ x: UInt32) -> UInt32 {
    let wide = UInt64(x) &+ 32767
    return UInt32(truncatingIfNeeded: wide / 65535)
  }

  /// 16 bits to 8: `v` / 257.
  @inline(__always)
  static func reduced(_ v: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(v) &* 255 &+ 32895) &>> 16)
  }

  /// `x` / `divisor`, halves upwards; the divisor is not 0 and the sum of both halves fits.
  ///
  /// A quotient of doubles that hold their integers exactly never reaches the next integer, so
  /// that cutting it off is exact, and several times faster than dividing integers.
  @inline(__always)
  static func quotient(_ x: UInt64, _ divisor: UInt64) -> UInt64 {
    let numerator = x &+ divisor / 2
    guard numerator < 1 << 53 else { return numerator / divisor }
    let exact = Double(Int64(truncatingIfNeeded: numerator)) / Double(Int64(truncatingIfNeeded: divisor))
    return UInt64(truncatingIfNeeded: Int64(exact))
  }
}
