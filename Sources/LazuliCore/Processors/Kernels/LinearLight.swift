import Glibc

/// The transfer function of sRGB (IEC 61966-2-1) between encoded samples and light, both 0 to 1.
enum LinearLight {
  /// The light of each 8-bit sample.
  static let light8: [Float] = (0...255).map { Float(decode(Double($0) / 255)) }
  /// The light of each 16-bit sample.
  static let light16: [Float] = (0...65535).map { Float(decode(Double($0) / 65535)) }

  static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// Encoded values over the square roots of light, in steps of 1 / 4096: nearly straight there, so that what lies
  /// between two is off by at most 0.02 of a 16-bit sample. One more for what rounds up to the end.
  static let encoded: [Float] = (0...4097).map { Float(encode(Double($0 * $0) / 0x1p24)) }

  /// The encoded values of light between 0 and 1.
  @inline(__always)
  static func encode(_ light: SIMD4<Float>, _ table: UnsafePointer<Float>) -> SIMD4<Float> {
    let place = light.squareRoot() * 4096
    // A float of 1.5 · 2^23 has no fraction, and the whole number in its lower bits.
    let whole = place - 0.5 + 0x1.8p23
    let index = unsafeBitCast(whole, to: SIMD4<UInt32>.self) & 0x3F_FFFF
    let part = place - (whole - 0x1.8p23)
    var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for lane in 0..<4 {
      let entry = table + Int(truncatingIfNeeded: index[lane])
      low[lane] = entry[0]
      high[lane] = entry[1]
    }
    return low + (high - low) * part
  }
}
