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
}
