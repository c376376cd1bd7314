/// One row from one format to another. Rows do not overlap; `count` is in pixels.
///
/// Pixels are taken as words: red is the lowest byte, as on every little-endian machine.
typealias RowKernel = (_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) -> Void

/// The steps that conversions are made of.
enum ConversionKernels {
  /// The shares of red, green and blue in gray (BT.709: 0.2126, 0.7152, 0.0722), in 1/65536.
  private static let grayShares = (red: UInt32(13933), green: UInt32(46871), blue: UInt32(4732))

  @inline(__always)
  private static func gray(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt32 {
    let sum = red &* grayShares.red &+ green &* grayShares.green &+ blue &* grayShares.blue
    return (sum &+ 32768) &>> 16
  }

  @inline(__always)
  private static func map<From, To>(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _ body: (From) -> To
  ) {
    let from = source.assumingMemoryBound(to: From.self)
    let to = target.assumingMemoryBound(to: To.self)
    for index in 0..<count { to[index] = body(from[index]) }
  }

  // MARK: Depth

  /// 16 bits to 8, `samples` of them in a pixel.
  static func reduce(samples: Int) -> RowKernel {
    { map($0, $1, $2 &* samples) { (v: UInt16) in Rounding.reduced(v) } }
  }

  /// 8 bits to 16, `samples` of them in a pixel.
  static func widen(samples: Int) -> RowKernel {
    { map($0, $1, $2 &* samples) { (v: UInt8) in UInt16(v) &* 257 } }
  }

  // MARK: Gray and colour

  static func gray8ToRGBA8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt8) in UInt32(v) &* 0x01_0101 | 0xFF00_0000 }
  }

  static func grayAlpha8ToRGBA8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt16) in
      UInt32(v & 0xFF) &* 0x01_0101 | UInt32(v & 0xFF00) &<< 16
    }
  }

  static func gray8ToGrayAlpha8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt8) in UInt16(v) | 0xFF00 }
  }

  static func grayAlpha8ToGray8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt16) in UInt8(truncatingIfNeeded: v) }
  }

  static func gray16ToRGBA16(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt16) in UInt64(v) &* 0x1_0001_0001 | 0xFFFF_0000_0000_0000 }
  }

  static func rgba8ToGray8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt32) in
      UInt8(truncatingIfNeeded: gray(v & 0xFF, v &>> 8 & 0xFF, v &>> 16 & 0xFF))
    }
  }

  static func rgba8ToGrayAlpha8(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt32) in
      UInt16(truncatingIfNeeded: gray(v & 0xFF, v &>> 8 & 0xFF, v &>> 16 & 0xFF) | v &>> 16 & 0xFF00)
    }
  }

  static func rgba16ToGray16(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (v: UInt64) in
      UInt16(
        truncatingIfNeeded: gray(
          UInt32(v & 0xFFFF), UInt32(v &>> 16 & 0xFFFF), UInt32(v &>> 32 & 0xFFFF)))
    }
  }

  // MARK: Ink

  /// Each of red, green and blue is what its ink and black let through: c · k / 255.
  static func cmyk8ToRGBA8(inverted: Bool) -> RowKernel {
    let flip: UInt32 = inverted ? 0 : 0xFFFF_FFFF
    return { multiply($0, $1, $2) { ($0 ^ flip, alpha: .init(repeating: 0xFF00_0000)) } }
  }

  // MARK: Alpha

  static func premultiply(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    multiply(source, target, count) { ($0, alpha: $0 & 0xFF00_0000) }
  }

  /// The lower three samples of `pixel`, each times its fourth / 255, beside `alpha`.
  @inline(__always)
  private static func multiply(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int,
    _ prepare: (SIMD4<UInt32>) -> (SIMD4<UInt32>, alpha: SIMD4<UInt32>)
  ) {
    PixelWords.map(source, target, count) { words in
      let (pixels, alpha) = prepare(words)
      let factor = PixelWords.doubled(pixels &>> 24)
      let outer = Rounding.by255(PixelWords.outer(pixels) &* factor)
      let inner = Rounding.by255(PixelWords.inner(pixels) &* factor)
      return PixelWords.joined(outer: outer, inner: inner) & 0x00FF_FFFF | alpha
    }
  }

  /// Colours above alpha, which premultiplied pixels cannot have, become 255; without alpha all is 0.
  static func unpremultiply(_ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int) {
    map(source, target, count) { (pixel: UInt32) -> UInt32 in
      let alpha = pixel &>> 24
      if alpha == 255 { return pixel }
      if alpha == 0 { return 0 }
      // 2^24 / alpha, rounded up, is exact enough: the error times any numerator here is below 1 / alpha.
      let inverse = UInt64(0xFF_FFFF / alpha &+ 1)
      let red = straight(pixel & 0xFF, alpha, inverse)
      let green = straight(pixel &>> 8 & 0xFF, alpha, inverse)
      let blue = straight(pixel &>> 16 & 0xFF, alpha, inverse)
      return red | green &<< 8 | blue &<< 16 | alpha &<< 24
    }
  }

  @inline(__always)
  private static func straight(_ sample: UInt32, _ alpha: UInt32, _ inverse: UInt64) -> UInt32 {
    let sum = sample &* 255 &+ alpha &>> 1
    return min(UInt32(truncatingIfNeeded: (UInt64(sum) &* inverse) &>> 24), 255)
  }
}
