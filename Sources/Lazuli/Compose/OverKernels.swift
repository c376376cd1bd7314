/// Straight pixels over straight pixels, by the formula of the PNG specification (13.16), each
/// sample rounded to nearest once.
///
/// With s the alpha of the upper pixel and d that of the lower: u = s · max, v = (max - s) · d;
/// alpha is (u + v) / max, a colour (c · u + b · v) / (u + v). Where the result has no alpha its
/// colours are 0.
enum OverKernels {
  /// `count` pixels of RGBA8.
  static func rgba8(_ upper: UnsafeRawPointer, onto lower: UnsafeMutableRawPointer, count: Int) {
    let from = upper.assumingMemoryBound(to: UInt32.self)
    let to = lower.assumingMemoryBound(to: UInt32.self)
    for index in 0..<count {
      let pixel = from[index]
      let alpha = pixel >> 24
      if alpha == 255 {
        to[index] = pixel
      } else if alpha == 0 {
        if to[index] >> 24 == 0 { to[index] = 0 }
      } else {
        to[index] = blend8(pixel, alpha, to[index])
      }
    }
  }

  @inline(__always)
  private static func blend8(_ upper: UInt32, _ alpha: UInt32, _ lower: UInt32) -> UInt32 {
    let u = alpha &* 255
    let v = (255 &- alpha) &* (lower >> 24)
    let sum = u &+ v
    var pixel = ((sum &+ 127) / 255) &<< 24
    for shift in stride(from: UInt32(0), through: 16, by: 8) {
      let color = (upper &>> shift & 0xFF) &* u &+ (lower &>> shift & 0xFF) &* v
      pixel |= ((color &+ sum / 2) / sum) &<< shift
    }
    return pixel
  }

  /// `count` pixels of RGBA16.
  static func rgba16(_ upper: UnsafeRawPointer, onto lower: UnsafeMutableRawPointer, count: Int) {
    let from = upper.assumingMemoryBound(to: UInt64.self)
    let to = lower.assumingMemoryBound(to: UInt64.self)
    for index in 0..<count {
      let pixel = from[index]
      let alpha = pixel >> 48
      if alpha == 65535 {
        to[index] = pixel
      } else if alpha == 0 {
        if to[index] >> 48 == 0 { to[index] = 0 }
      } else {
        to[index] = blend16(pixel, alpha, to[index])
      }
    }
  }

  @inline(__always)
  private static func blend16(_ upper: UInt64, _ alpha: UInt64, _ lower: UInt64) -> UInt64 {
    let u = alpha &* 65535
    let v = (65535 &- alpha) &* (lower >> 48)
    let sum = u &+ v
    var pixel = ((sum &+ 32767) / 65535) &<< 48
    for shift in stride(from: UInt64(0), through: 32, by: 16) {
      let color = (upper &>> shift & 0xFFFF) &* u &+ (lower &>> shift & 0xFFFF) &* v
      pixel |= ((color &+ sum / 2) / sum) &<< shift
    }
    return pixel
  }
}
