internal import CLazuliKernels

/// Samples to floats and back; `FloatSamples` says what they hold. A table makes light of samples, or
/// samples of light.
enum FloatKernels {
  enum Alpha { case none, premultiplied, straight }

  @inline(__always)
  static func load4<Sample: AreaSample>(_ pixel: UnsafeRawPointer, _: Sample.Type) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<Sample>.self)))
  }

  @inline(__always)
  static func clamp<V: SIMD>(_ value: V, to limit: V) -> V where V.Scalar == Float {
    let positive = value.replacing(with: 0, where: value .< 0)
    return positive.replacing(with: limit, where: positive .> limit)
  }

  /// Values between 0 and 65535 rounded to nearest: a float of 2^23 and more has no fraction.
  @inline(__always)
  static func store4<Sample: AreaSample>(_ value: SIMD4<Float>, to pixel: UnsafeMutableRawPointer, _: Sample.Type) {
    let bits = unsafeBitCast(value + 0x1p23, to: SIMD4<UInt32>.self) & 0xFFFF
    pixel.storeBytes(of: SIMD4<Sample>(truncatingIfNeeded: bits), as: SIMD4<Sample>.self)
  }

  // MARK: Four samples

  @inline(__always)
  static func expand4<Sample: AreaSample>(
    _ row: UnsafeRawPointer, _: Sample.Type, weighs: Bool, _ light: [Float]?, into target: UnsafeMutablePointer<Float>,
    _ count: Int
  ) {
    let samples = row.assumingMemoryBound(to: Sample.self)
    let isOpaque = !weighs || AreaKernels.isOpaque(samples, count: count, samples: 4)
    guard let light else {
      // As they are: the loop of a processor's own makes the same.
      if isOpaque, Sample.self == UInt8.self,
        lzlkernels_expand4(row.assumingMemoryBound(to: UInt8.self), target, count)
      {
        return
      }
      return isOpaque
        ? map4(row, Sample.self, into: target, count) { $0 }
        : map4(row, Sample.self, into: target, count, weighed)
    }
    light.withUnsafeBufferPointer { table in
      for index in stride(from: 0, to: count &* 4, by: 4) {
        var value = SIMD4<Float>(0, 0, 0, Float(samples[index &+ 3]))
        for lane in 0..<3 { value[lane] = table[Int(truncatingIfNeeded: samples[index &+ lane])] }
        let result = isOpaque ? value : weighed(value, Float(Sample.max))
        UnsafeMutableRawPointer(target + index).storeBytes(of: result, as: SIMD4<Float>.self)
      }
    }
  }

  @inline(__always)
  private static func map4<Sample: AreaSample>(
    _ row: UnsafeRawPointer, _: Sample.Type, into target: UnsafeMutablePointer<Float>, _ count: Int,
    _ body: (SIMD4<Float>, Float) -> SIMD4<Float>
  ) {
    for index in 0..<count {
      let value = load4(row + index &* MemoryLayout<SIMD4<Sample>>.size, Sample.self)
      let result = body(value, Float(Sample.max))
      UnsafeMutableRawPointer(target + index &* 4).storeBytes(of: result, as: SIMD4<Float>.self)
    }
  }

  @inline(__always)
  private static func map4<Sample: AreaSample>(
    _ row: UnsafeRawPointer, _ type: Sample.Type, into target: UnsafeMutablePointer<Float>, _ count: Int,
    _ body: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    map4(row, type, into: target, count) { value, _ in body(value) }
  }

  /// Colours times alpha, of which `full` is 1.
  @inline(__always)
  static func weighed(_ value: SIMD4<Float>, _ full: Float) -> SIMD4<Float> {
    var factor = SIMD4<Float>(repeating: value[3] * (1 / full))
    factor[3] = 1
    return value * factor
  }

  /// A colour as floats of a format with four samples.
  static func weighed(_ color: RGBAColor, _ format: PixelFormat, full: Float) -> SIMD4<Float> {
    let samples = color.samples(in: format)
    let value = SIMD4(Float(samples[0]), Float(samples[1]), Float(samples[2]), Float(samples[3]))
    return format == .rgba8Premultiplied ? value : weighed(value, full)
  }

  @inline(__always)
  static func contract4<Sample: AreaSample>(
    _ row: UnsafePointer<Float>, _ alpha: Alpha, _ codes: [Float]?, into target: UnsafeMutableRawPointer,
    _: Sample.Type, _ count: Int
  ) {
    let full = Float(Sample.max)
    var made = 0
    if alpha == .straight, codes == nil, Sample.self == UInt8.self {
      made = lzlkernels_contract4(row, target.assumingMemoryBound(to: UInt8.self), count)
    }
    for index in made..<count {
      let value = UnsafeRawPointer(row + index &* 4).loadUnaligned(as: SIMD4<Float>.self)
      let pixel = target + index &* MemoryLayout<SIMD4<Sample>>.size
      switch alpha {
      case .none: store4(clamp(value, to: .init(repeating: full)), to: pixel, Sample.self)
      case .premultiplied: store4(clamp(value, to: limits(value[3], full)), to: pixel, Sample.self)
      case .straight: store4(straight(value, codes, full), to: pixel, Sample.self)
      }
    }
  }

  /// Premultiplied colours end at alpha as it will be rounded.
  @inline(__always)
  private static func limits(_ alpha: Float, _ full: Float) -> SIMD4<Float> {
    var limits = SIMD4<Float>(repeating: min(max(alpha, 0), full).rounded())
    limits[3] = full
    return limits
  }

  /// Without alpha, once it is rounded, all is 0.
  @inline(__always)
  private static func straight(_ value: SIMD4<Float>, _ codes: [Float]?, _ full: Float) -> SIMD4<Float> {
    let alpha = value[3]
    guard alpha > 0.5 else { return .zero }
    var color = value * (full / alpha)
    if let codes { color = encoded(color, codes) * full }
    color[3] = alpha
    return clamp(color, to: .init(repeating: full))
  }

  @inline(__always)
  private static func encoded(_ light: SIMD4<Float>, _ codes: [Float]) -> SIMD4<Float> {
    codes.withUnsafeBufferPointer { LinearLight.encode(clamp(light, to: .init(repeating: 1)), $0.baseAddress!) }
  }

  // MARK: Gray

  @inline(__always)
  static func expand1<Sample: AreaSample>(
    _ row: UnsafeRawPointer, _: Sample.Type, _ light: [Float]?, into target: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let samples = row.assumingMemoryBound(to: Sample.self)
    guard let light else {
      for index in 0..<count { target[index] = Float(Int32(truncatingIfNeeded: samples[index])) }
      return
    }
    light.withUnsafeBufferPointer { table in
      for index in 0..<count { target[index] = table[Int(truncatingIfNeeded: samples[index])] }
    }
  }

  @inline(__always)
  static func contract1<Sample: AreaSample>(
    _ row: UnsafePointer<Float>, _ codes: [Float]?, into target: UnsafeMutableRawPointer, _: Sample.Type, _ count: Int
  ) {
    let samples = target.assumingMemoryBound(to: Sample.self)
    let full = Float(Sample.max)
    for index in 0..<count {
      var value = row[index]
      if let codes { value = encoded(.init(repeating: value), codes)[0] * full }
      samples[index] = Sample(truncatingIfNeeded: (min(max(value, 0), full) + 0x1p23).bitPattern & 0xFFFF)
    }
  }

  static func expand2(
    _ row: UnsafeRawPointer, _ light: [Float]?, into gray: UnsafeMutablePointer<Float>,
    alpha: UnsafeMutablePointer<Float>, _ count: Int
  ) {
    let samples = row.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count {
      let value = Int(samples[2 &* index])
      alpha[index] = Float(Int32(samples[2 &* index &+ 1]))
      gray[index] = (light?[value] ?? Float(Int32(value))) * (alpha[index] * (1 / 255))
    }
  }

  static func contract2(
    _ gray: UnsafePointer<Float>, alpha: UnsafePointer<Float>, _ codes: [Float]?, into target: UnsafeMutableRawPointer,
    _ count: Int
  ) {
    let samples = target.assumingMemoryBound(to: UInt16.self)
    for index in 0..<count {
      let pixel = straight(SIMD4(gray[index], 0, 0, alpha[index]), codes, 255) + 0x1p23
      let bits = unsafeBitCast(pixel, to: SIMD4<UInt32>.self)
      samples[index] = UInt16(truncatingIfNeeded: bits[0] & 0xFF | bits[3] &<< 8 & 0xFF00)
    }
  }
}
