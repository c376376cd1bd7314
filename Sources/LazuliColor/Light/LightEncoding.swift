import Glibc

/// From light to sRGB's encoded values (IEC 61966-2-1), which Display P3 shares.
///
/// Tables go over the square root of light, in steps of 1 / 4096, where the curve is nearly straight.
enum LightEncoding {
  static let stepCount = 4096

  /// Samples of 8 bits: rounding the place costs at most 1/25 of one. 8 KiB more would not be seen.
  static let samples8: [UInt8] = (0...stepCount).map { UInt8((encoded(at: $0) * 255).rounded()) }

  /// Values from 0 to 1; what lies between two is off by at most 0.02 of a 16-bit sample. One more than there
  /// are places, for what lies behind the last.
  static let values: [Float] = (0...stepCount + 1).map { Float(encoded(at: $0)) }

  private static func encoded(at place: Int) -> Double {
    let root = Double(place) / Double(stepCount)
    let light = root * root
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The place of light in the tables, clipped to 0 to 1.
  @inline(__always)
  static func place(of light: SIMD4<Float>) -> SIMD4<Float> {
    light.clamped(lowerBound: .zero, upperBound: .one).squareRoot() * Float(stepCount)
  }

  /// Whole numbers nearest to `places`: a float of 1.5 · 2^23 has no fraction, and the number in its lower bits.
  @inline(__always)
  static func nearest(_ places: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(places + 0x1.8p23, to: SIMD4<UInt32>.self) & 0x3F_FFFF
  }

  /// The values at `places`, from `values`.
  @inline(__always)
  static func interpolated(_ places: SIMD4<Float>, _ values: UnsafePointer<Float>) -> SIMD4<Float> {
    let index = nearest(places - 0.5)
    let part = places - SIMD4<Float>(index)
    var (low, high) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
    for lane in 0..<3 {
      let entry = values + Int(truncatingIfNeeded: index[lane])
      low[lane] = entry[0]
      high[lane] = entry[1]
    }
    return low + (high - low) * part
  }
}
