/// The loops of an area average, over rows of interleaved samples.
enum AreaKernels {
  /// Adds `count` samples to their columns.
  @inline(__always)
  static func add<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, to sums: UnsafeMutablePointer<Sample.Wide>, count: Int
  ) {
    for index in 0..<count { sums[index] &+= Sample.Wide(truncatingIfNeeded: row[index]) }
  }

  /// The weighted sum of each span of pixels with four samples.
  @inline(__always)
  static func reduce4<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, _ spans: UnsafePointer<AreaSpan>, count: Int, unit: UInt64,
    into target: UnsafeMutablePointer<UInt64>
  ) {
    let pixels = UnsafeRawPointer(row)
    let size = MemoryLayout<SIMD4<Sample>>.size
    for index in 0..<count {
      let span = spans[index]
      var whole = SIMD4<UInt64>.zero
      var next = pixels + (span.first &+ 1) &* size
      var left = span.wholeCount
      while left > 0 {
        // As many as the narrow sums hold; most spans need one turn.
        let turn = min(left, Sample.sumCapacity)
        var sum = SIMD4<Sample.Wide>.zero
        for _ in 0..<turn {
          sum &+= SIMD4<Sample.Wide>(truncatingIfNeeded: next.loadUnaligned(as: SIMD4<Sample>.self))
          next += size
        }
        whole &+= SIMD4<UInt64>(truncatingIfNeeded: sum)
        left &-= turn
      }
      let first = (pixels + span.first &* size).loadUnaligned(as: SIMD4<Sample>.self)
      var sum = whole &* unit &+ SIMD4<UInt64>(truncatingIfNeeded: first) &* span.firstWeight
      if span.lastWeight > 0 {
        let last = next.loadUnaligned(as: SIMD4<Sample>.self)
        sum &+= SIMD4<UInt64>(truncatingIfNeeded: last) &* span.lastWeight
      }
      UnsafeMutableRawPointer(target + index &* 4).storeBytes(of: sum, as: SIMD4<UInt64>.self)
    }
  }

  /// The weighted sum of each span of pixels with `samples` samples, one or two.
  @inline(__always)
  static func reduce<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, _ spans: UnsafePointer<AreaSpan>, count: Int, unit: UInt64, samples: Int,
    into target: UnsafeMutablePointer<UInt64>
  ) {
    for index in 0..<count {
      let span = spans[index]
      let behind = span.first &+ 1 &+ span.wholeCount
      for sample in 0..<samples {
        var whole: UInt64 = 0
        for pixel in span.first &+ 1..<behind {
          whole &+= UInt64(truncatingIfNeeded: row[pixel &* samples &+ sample])
        }
        var sum = whole &* unit &+ UInt64(truncatingIfNeeded: row[span.first &* samples &+ sample]) &* span.firstWeight
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
    let block = 256
    for start in stride(from: 0, to: count, by: block) {
      var all = Sample.max
      for pixel in start..<min(start + block, count) { all &= row[pixel &* samples &+ samples &- 1] }
      if all != .max { return false }
    }
    return true
  }

  /// Each colour times its pixel's alpha, beside alpha as it is.
  @inline(__always)
  static func multiplyByAlpha<Sample: AreaSample>(
    _ row: UnsafePointer<Sample>, count: Int, samples: Int, into target: UnsafeMutablePointer<Sample.Wide>
  ) {
    for start in stride(from: 0, to: count &* samples, by: samples) {
      let alpha = Sample.Wide(truncatingIfNeeded: row[start &+ samples &- 1])
      for sample in start..<start &+ samples &- 1 {
        target[sample] = Sample.Wide(truncatingIfNeeded: row[sample]) &* alpha
      }
      target[start &+ samples &- 1] = alpha
    }
  }
}
