import Glibc

/// From light to sRGB's encoded values (IEC 61966-2-1), which Display P3 shares.
///
/// Tables go by the upper bits of a float, so that steps are fine where the curve is steep: by exponent and the first
/// bits of the fraction of light + 1/256, less those of 1/256.
enum LightEncoding {
  private static let offset: Float = 1.0 / 256
  private static let sampleBits = 10
  private static let valueBits = 8

  /// Samples of 8 bits, each in the middle of its step: off by 1/20 of one at the most.
  static let samples8: [UInt8] = (0...8 << sampleBits + 4).map { step in
    let (low, high) = (light(atStep: step, bits: sampleBits), light(atStep: step + 1, bits: sampleBits))
    return UInt8((encoded((low + high) / 2) * 255).rounded())
  }

  /// Values of 0 to 1, at the beginning of each step; what lies between two is off by 1/30 of a 16-bit sample at the
  /// most. One more, for the end of the last.
  static let values: [Float] = (0...8 << valueBits + 2).map { Float(encoded(light(atStep: $0, bits: valueBits))) }

  private static func light(atStep step: Int, bits: Int) -> Double {
    let pattern = offset.bitPattern + UInt32(step << (23 - bits))
    return min(Double(Float(bitPattern: pattern)) - Double(offset), 1)
  }

  private static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Where light lies, clipped to 0 to 1. By whole numbers, as which positive floats are ordered too: comparing
  /// floats would branch.
  @inline(__always)
  static func place(of light: SIMD4<Float>) -> SIMD4<UInt32> {
    let one = SIMD4<Int32>(repeating: 0x3F80_0000)
    var bits = unsafeBitCast(light, to: SIMD4<Int32>.self)
    bits &= ~(bits &>> 31)
    let isOver = (one &- bits) &>> 31
    bits = (bits & ~isOver) | (one & isOver)
    let moved = unsafeBitCast(bits, to: SIMD4<Float>.self) + offset
    return unsafeBitCast(moved, to: SIMD4<UInt32>.self) &- SIMD4(repeating: offset.bitPattern)
  }

  /// The places in `samples8`.
  @inline(__always)
  static func sampleIndex(_ place: SIMD4<UInt32>) -> SIMD4<UInt32> {
    place &>> UInt32(23 - sampleBits)
  }

  /// The values at `place`, from `values`.
  @inline(__always)
  static func interpolated(_ place: SIMD4<UInt32>, _ values: UnsafePointer<Float>) -> SIMD4<Float> {
    let index = place &>> UInt32(23 - valueBits)
    // The rest as the fraction of a float between 1 and 2.
    let rest = (place &<< UInt32(valueBits)) & 0x7F_FFFF | 0x3F80_0000
    let part = unsafeBitCast(rest, to: SIMD4<Float>.self) - 1
    var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for lane in 0..<3 {
      let entry = values + Int(truncatingIfNeeded: index[lane])
      low[lane] = entry[0]
      high[lane] = entry[1]
    }
    return low + (high - low) * part
  }
}
