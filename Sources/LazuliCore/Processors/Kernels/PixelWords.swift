/// Four pixels of four bytes at a time: two vectors of 16-bit lanes hold first and third, second and
/// fourth samples.
enum PixelWords {
  @inline(__always)
  static func outer(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(pixels & 0x00FF_00FF, to: SIMD8<UInt16>.self)
  }

  @inline(__always)
  static func inner(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(pixels &>> 8 & 0x00FF_00FF, to: SIMD8<UInt16>.self)
  }

  /// A factor below 65536 for both samples of a pair.
  @inline(__always)
  static func doubled(_ factors: SIMD4<UInt32>) -> SIMD8<UInt16> {
    unsafeBitCast(factors | factors &<< 16, to: SIMD8<UInt16>.self)
  }

  @inline(__always)
  static func joined(outer: SIMD8<UInt16>, inner: SIMD8<UInt16>) -> SIMD4<UInt32> {
    unsafeBitCast(outer | inner &<< 8, to: SIMD4<UInt32>.self)
  }

  /// Calls `body` for every four pixels, with zeros beyond the last one.
  @inline(__always)
  static func map(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int,
    _ body: (SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    let whole = count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      let pixels = (source + index &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
      (target + index &* 4).storeBytes(of: body(pixels), as: SIMD4<UInt32>.self)
    }
    guard whole < count else { return }
    var pixels = SIMD4<UInt32>.zero
    for index in whole..<count {
      pixels[index - whole] = (source + index &* 4).loadUnaligned(as: UInt32.self)
    }
    pixels = body(pixels)
    for index in whole..<count {
      (target + index &* 4).storeBytes(of: pixels[index - whole], as: UInt32.self)
    }
  }
}
