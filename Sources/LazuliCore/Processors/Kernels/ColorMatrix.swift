/// Makes a colour of each colour: its red, green and blue times a vector each, and an offset, in parts of 1.
///
/// Alpha stays. Premultiplied colours get the offset times alpha and end at alpha. Rounded once, from `Float`.
struct ColorMatrix {
  /// What the samples add to red, green and blue; the fourth lanes are 0.
  var red: SIMD4<Float>
  var green: SIMD4<Float>
  var blue: SIMD4<Float>
  var offset: SIMD4<Float>
  /// Whether gray stays gray.
  var keepsGray: Bool

  /// The shares of red, green and blue in gray (BT.709).
  static let luma: SIMD4<Float> = [0.2126, 0.7152, 0.0722, 0]
  static let colors: SIMD4<Float> = [1, 1, 1, 0]

  /// Mixes colours with their gray, of which 1 - `saturation` is taken, and scales and moves the result.
  init(saturation: Float, scale: Float, offset: SIMD4<Float>, keepsGray: Bool) {
    let gray = Self.colors * (scale * (1 - saturation))
    let own = scale * saturation
    red = gray * Self.luma[0] + SIMD4(own, 0, 0, 0)
    green = gray * Self.luma[1] + SIMD4(0, own, 0, 0)
    blue = gray * Self.luma[2] + SIMD4(0, 0, own, 0)
    self.offset = offset
    self.keepsGray = keepsGray
  }

  /// The kernel for rows of `format`, which is not ink, and gray only for matrices that keep it.
  func kernel(for format: PixelFormat) -> RowKernel {
    switch format {
    case .rgba8, .cmyk8: { mapColors($0, $1, $2, UInt8.self, isPremultiplied: false) }
    case .rgba8Premultiplied: { mapColors($0, $1, $2, UInt8.self, isPremultiplied: true) }
    case .rgba16: { mapColors($0, $1, $2, UInt16.self, isPremultiplied: false) }
    case .gray8: { mapGray($0, $1, $2, UInt8.self, step: 1) }
    case .grayAlpha8: { mapGray($0, $1, $2 &* 2, UInt8.self, step: 2) }
    case .gray16: { mapGray($0, $1, $2, UInt16.self, step: 1) }
    }
  }

  @inline(__always)
  private func mapColors<Sample: AreaSample>(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _: Sample.Type, isPremultiplied: Bool
  ) {
    let size = MemoryLayout<SIMD4<Sample>>.size
    let full = Float(Sample.max)
    for index in stride(from: 0, to: count &* size, by: size) {
      let pixel = FloatKernels.load4(source + index, Sample.self)
      let base = isPremultiplied ? pixel[3] : full
      var color = (red * pixel[0] + green * pixel[1]) + (blue * pixel[2] + offset * base)
      color[3] = pixel[3]
      var limit = SIMD4<Float>(repeating: base)
      limit[3] = full
      FloatKernels.store4(FloatKernels.clamp(color, to: limit), to: target + index, Sample.self)
    }
  }

  /// `count` samples, of which every `step`th is gray and those between stay.
  @inline(__always)
  private func mapGray<Sample: AreaSample>(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int, _: Sample.Type, step: Int
  ) {
    let from = source.assumingMemoryBound(to: Sample.self)
    let to = target.assumingMemoryBound(to: Sample.self)
    let full = Float(Sample.max)
    let (factor, constant) = (red[0] + green[0] + blue[0], offset[0] * full)
    if step == 2 { to.update(from: from, count: count) }
    for index in stride(from: 0, to: count, by: step) {
      let value = min(max(Float(Int32(truncatingIfNeeded: from[index])) * factor + constant, 0), full)
      to[index] = Sample(truncatingIfNeeded: (value + 0x1p23).bitPattern & 0xFFFF)
    }
  }
}

extension PixelBuffer {
  /// These pixels with other colours. Throws `unsupported` for ink, and `outOfMemory`.
  func mapColors(
    by matrix: ColorMatrix, toBe deed: String, pool: PixelBufferPool
  ) throws(ImageError) -> PixelBuffer {
    let pixels = try extended(color: !matrix.keepsGray, toBe: deed, pool: pool)
    return try pixels.mapRows(to: pixels.format, pool: pool, matrix.kernel(for: pixels.format))
  }
}
