import Glibc

/// Samples a turned image bilinearly.
struct RotateKernel {
  let source: ImageSize
  /// What holds the turned image.
  let target: ImageSize
  private let cosine: Double
  private let sine: Double

  /// Clockwise.
  init(_ source: ImageSize, radians: Double) {
    self.source = source
    (cosine, sine) = (cos(radians), sin(radians))
    let (width, height) = (Double(source.width), Double(source.height))
    target = ImageSize(
      width: Self.side(abs(width * cosine) + abs(height * sine)),
      height: Self.side(abs(width * sine) + abs(height * cosine)))
  }

  /// Not a pixel more for what is only a rounding error.
  private static func side(_ length: Double) -> Int { max(Int((length - 1e-6).rounded(.up)), 1) }

  /// Where the centre of a target pixel lies among the centres of source pixels.
  @inline(__always)
  private func place(_ x: Int, _ y: Int) -> (x: Double, y: Double) {
    let across = Double(x) + 0.5 - Double(target.width) / 2
    let down = Double(y) + 0.5 - Double(target.height) / 2
    return (
      across * cosine + down * sine + Double(source.width) / 2 - 0.5,
      down * cosine - across * sine + Double(source.height) / 2 - 0.5
    )
  }

  /// Both have the same format, of four samples. Throws `cancelled`.
  func run(_ pixels: PixelBuffer, into surface: PixelSurface, _ background: RGBAColor) throws(ImageError) {
    try CurrentWork.forEachStrip(width: surface.width, height: surface.height) { rows in
      switch pixels.format {
      case .rgba16: run(pixels, surface, rows, background, UInt16.self, .straight)
      case .rgba8Premultiplied: run(pixels, surface, rows, background, UInt8.self, .premultiplied)
      default: run(pixels, surface, rows, background, UInt8.self, .straight)
      }
    }
  }

  @inline(__always)
  private func run<Sample: AreaSample>(
    _ pixels: PixelBuffer, _ surface: PixelSurface, _ rows: Range<Int>, _ background: RGBAColor, _: Sample.Type,
    _ alpha: FloatKernels.Alpha
  ) {
    let ground = FloatKernels.weighed(background, pixels.format, full: Float(Sample.max))
    let size = MemoryLayout<SIMD4<Sample>>.size
    pixels.withUnsafeBytes { source in
      surface.withUnsafeMutableBytes { target in
        for y in rows {
          let row = target.baseAddress! + y * surface.bytesPerRow
          for x in 0..<surface.width {
            let value = mix(source.baseAddress!, pixels.bytesPerRow, place(x, y), ground, Sample.self, alpha)
            withUnsafePointer(to: value) {
              FloatKernels.contract4(
                UnsafeRawPointer($0).assumingMemoryBound(to: Float.self), alpha, nil, into: row + x &* size,
                Sample.self, 1)
            }
          }
        }
      }
    }
  }

  @inline(__always)
  private func mix<Sample: AreaSample>(
    _ bytes: UnsafeRawPointer, _ stride: Int, _ place: (x: Double, y: Double), _ ground: SIMD4<Float>, _: Sample.Type,
    _ alpha: FloatKernels.Alpha
  ) -> SIMD4<Float> {
    let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
    let (x, y) = (Int(left), Int(top))
    guard x >= -1, y >= -1, x < source.width, y < source.height else { return ground }
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Float> {
      guard x >= 0, y >= 0, x < source.width, y < source.height else { return ground }
      let value = FloatKernels.load4(bytes + (y &* stride &+ x &* MemoryLayout<SIMD4<Sample>>.size), Sample.self)
      return alpha == .straight ? FloatKernels.weighed(value, Float(Sample.max)) : value
    }
    let (right, lower) = (Float(place.x - left), Float(place.y - top))
    let above = pixel(x, y) * (1 - right) + pixel(x + 1, y) * right
    let below = pixel(x, y + 1) * (1 - right) + pixel(x + 1, y + 1) * right
    return above * (1 - lower) + below * lower
  }
}
