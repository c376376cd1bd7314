/// The loops of an area average, over rows of interleaved samples.
enum AreaKernels {
  /// Adds `count` samples to their columns.
  @inline(__always)
  static func add<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, to sums: UnsafeMutablePointer<Sample.Wide>, count: Int
  ) {
    for index in 0..<count { sums[index] &+= Sample.Wide(truncatingIfNeeded: row[index]) }
  }

  /// The weighted sum of each span of pixels with four samples; the sums fit into `Sum`.
  @inline(__always)
  static func reduce4<Sample: AreaSample, Sum: AreaSample>(
    _ row: UnsafePointer<Sample>, _ spans: UnsafePointer<AreaSpan>, count: Int, unit: UInt64, as: Sum.Type,
    into target: UnsafeMutablePointer<UInt64>
  ) {
    let pixels = UnsafeRawPointer(row)
    let size = MemoryLayout<SIMD4<Sample>>.size
    for index in 0..<count {
      let span = spans[index]
      var next = pixels + span.first &* size
      var sum = SIMD4<Sum>.zero
      if span.firstWeight > 0 {
        sum = load4(next, Sample.self) &* Sum(truncatingIfNeeded: span.firstWeight)
        next += size
      }
      sum &+= sum4(&next, span.wholeCount, Sample.self) &* Sum(truncatingIfNeeded: unit)
      if span.lastWeight > 0 { sum &+= load4(next, Sample.self) &* Sum(truncatingIfNeeded: span.lastWeight) }
      let wide = SIMD4<UInt64>(truncatingIfNeeded: sum)
      UnsafeMutableRawPointer(target + index &* 4).storeBytes(of: wide, as: SIMD4<UInt64>.self)
    }
  }

  @inline(__always)
  private static func load4<Sample: AreaSample, Sum: AreaSample>(
    _ pixel: UnsafeRawPointer, _: Sample.Type
  ) -> SIMD4<Sum> {
    SIMD4<Sum>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<Sample>.self))
  }

  /// The sum of `count` pixels from `next` on, which is moved behind them.
  @inline(__always)
  private static func sum4<Sample: AreaSample, Sum: AreaSample>(
    _ next: inout UnsafeRawPointer, _ count: Int, _: Sample.Type
  ) -> SIMD4<Sum> {
    var whole = SIMD4<Sum>.zero
    var left = count
    while left > 0 {
      // As many as the narrow sums hold; most spans need one turn.
      let turn = min(left, Sample.sumCapacity)
      var sum = SIMD4<Sample.Wide>.zero
      for _ in 0..<turn {
        let pixel: SIMD4<Sample.Wide> = load4(next, Sample.self)
        sum &+= pixel
        next += MemoryLayout<SIMD4<Sample>>.size
      }
      whole &+= SIMD4<Sum>(truncatingIfNeeded: sum)
      left &-= turn
    }
    return whole
  }

  /// The weighted sum of each span of pixels with `samples` samples, one or two.
  @inline(__always)
  static func reduce<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, _ spans: UnsafePointer<AreaSpan>, count: Int, unit: UInt64, samples: Int,
    into target: UnsafeMutablePointer<UInt64>
  ) {
    for index in 0..<count {
      let span = spans[index]
      let start = span.first &+ (span.firstWeight > 0 ? 1 : 0)
      let behind = start &+ span.wholeCount
      for sample in 0..<samples {
        var whole: UInt64 = 0
        for pixel in start..<behind { whole &+= UInt64(truncatingIfNeeded: row[pixel &* samples &+ sample]) }
        var sum = whole &* unit
        if span.firstWeight > 0 {
          sum &+= UInt64(truncatingIfNeeded: row[span.first &* samples &+ sample]) &* span.firstWeight
        }
        if span.lastWeight > 0 {
          sum &+= UInt64(truncatingIfNeeded: row[behind &* samples &+ sample]) &* span.lastWeight
        }
        target[index &* samples &+ sample] = sum
      }
    }
  }

  /// Whether every last sample of `samples` is the largest there is.
  @inline(__always)
  static func isOpaque<Sample: AreaSample>(_ row: UnsafePointer<Sample>, count: Int, samples: Int) -> Bool {
    if samples == 4, Sample.self == UInt8.self { return isOpaque(row, count: count) }
    let block = 256
    for start in stride(from: 0, to: count, by: block) {
      var all = Sample.max
      for pixel in start..<min(start + block, count) { all &= row[pixel &* samples &+ samples &- 1] }
      if all != .max { return false }
    }
    return true
  }

  /// The same for four bytes a pixel, of which whole words are compared.
  static func isOpaque(_ row: UnsafeRawPointer, count: Int) -> Bool {
    let block = 256
    for start in stride(from: 0, to: count, by: block) {
      var all = UInt32.max
      for pixel in start..<min(start + block, count) {
        all &= (row + pixel &* 4).loadUnaligned(as: UInt32.self)
      }
      if all.bigEndian & 0xFF != 0xFF { return false }
    }
    return true
  }

  /// Each colour times its pixel's alpha, beside alpha as it is.
  @inline(__always)
  static func multiplyByAlpha<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, count: Int, samples: Int, into target: UnsafeMutablePointer<Sample.Wide>
  ) {
    if samples == 4, Sample.self == UInt8.self { return multiplyByAlpha(row, count: count, into: target) }
    for start in stride(from: 0, to: count &* samples, by: samples) {
      let alpha = Sample.Wide(truncatingIfNeeded: row[start &+ samples &- 1])
      for sample in start..<start &+ samples &- 1 {
        target[sample] = Sample.Wide(truncatingIfNeeded: row[sample]) &* alpha
      }
      target[start &+ samples &- 1] = alpha
    }
  }

  /// The same for four bytes a pixel, four pixels at a time.
  static func multiplyByAlpha(_ row: UnsafeRawPointer, count: Int, into target: UnsafeMutableRawPointer) {
    let whole = count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      let pixels = (row + index &* 4).loadUnaligned(as: SIMD4<UInt32>.self)
      (target + index &* 8).storeBytes(of: productsOfAlpha(pixels), as: SIMD8<UInt32>.self)
    }
    for index in whole..<count {
      let pixel = SIMD4<UInt32>(repeating: (row + index &* 4).loadUnaligned(as: UInt32.self))
      (target + index &* 8).storeBytes(of: productsOfAlpha(pixel).lowHalf.lowHalf, as: SIMD2<UInt32>.self)
    }
  }

  @inline(__always)
  private static func productsOfAlpha(_ pixels: SIMD4<UInt32>) -> SIMD8<UInt32> {
    let alpha = pixels &>> 24
    let outer = unsafeBitCast(PixelWords.outer(pixels) &* PixelWords.doubled(alpha), to: SIMD4<UInt32>.self)
    let inner = PixelWords.inner(pixels) &* unsafeBitCast(alpha | 0x1_0000, to: SIMD8<UInt16>.self)
    let pairs = unsafeBitCast(inner, to: SIMD4<UInt32>.self)
    var products = SIMD8<UInt32>.zero
    products.evenHalf = outer & 0xFFFF | pairs &<< 16
    products.oddHalf = outer &>> 16 | pairs & 0xFFFF_0000
    return products
  }
}
