internal import CLazuliKernels

/// The loops of a convolution, over rows of floats.
enum ConvolutionKernels {
  /// Makes each target pixel of four floats from its span of `row`, behind which four more pixels can be read.
  static func reduce4(
    _ row: UnsafePointer<Float>, _ columns: ConvolutionWeights, into target: UnsafeMutablePointer<Float>
  ) {
    guard !lzlkernels_reduce4(row, columns.spans, columns.weights, target, columns.count) else { return }
    reduce4OnAnyProcessor(row, columns, into: target)
  }

  /// The same sums, for processors of which nothing is known.
  static func reduce4OnAnyProcessor(
    _ row: UnsafePointer<Float>, _ columns: ConvolutionWeights, into target: UnsafeMutablePointer<Float>
  ) {
    let spans = columns.spans
    for index in 0..<columns.count {
      let span = spans[index]
      var pixel = UnsafeRawPointer(row + span.first &* 4)
      var weight = UnsafeRawPointer(columns.weights + span.weights)
      var (sum0, sum1, sum2, sum3) = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
      for _ in 0..<(span.count &+ 3) &>> 2 {
        let four = weight.loadUnaligned(as: SIMD4<Float>.self)
        sum0 += pixel.loadUnaligned(as: SIMD4<Float>.self) * four[0]
        sum1 += pixel.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self) * four[1]
        sum2 += pixel.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self) * four[2]
        sum3 += pixel.loadUnaligned(fromByteOffset: 48, as: SIMD4<Float>.self) * four[3]
        pixel += 64
        weight += 16
      }
      UnsafeMutableRawPointer(target + index &* 4).storeBytes(of: (sum0 + sum2) + (sum1 + sum3), as: SIMD4<Float>.self)
    }
  }

  /// The same for pixels of one float.
  static func reduce1(
    _ row: UnsafePointer<Float>, _ columns: ConvolutionWeights, into target: UnsafeMutablePointer<Float>
  ) {
    let spans = columns.spans
    for index in 0..<columns.count {
      let span = spans[index]
      let pixels = UnsafeRawPointer(row + span.first)
      let weights = UnsafeRawPointer(columns.weights + span.weights)
      var sum = SIMD4<Float>.zero
      for tap in stride(from: 0, to: span.count &* 4, by: 16) {
        sum +=
          pixels.loadUnaligned(fromByteOffset: tap, as: SIMD4<Float>.self)
          * weights.loadUnaligned(fromByteOffset: tap, as: SIMD4<Float>.self)
      }
      target[index] = (sum[0] + sum[2]) + (sum[1] + sum[3])
    }
  }

  /// Adds `row` times `weight`, or begins with it.
  static func add(
    _ row: UnsafePointer<Float>, times weight: Float, to sums: UnsafeMutablePointer<Float>, isFirst: Bool, count: Int
  ) {
    guard !lzlkernels_add(row, weight, sums, isFirst, count) else { return }
    addOnAnyProcessor(row, times: weight, to: sums, isFirst: isFirst, count: count)
  }

  static func addOnAnyProcessor(
    _ row: UnsafePointer<Float>, times weight: Float, to sums: UnsafeMutablePointer<Float>, isFirst: Bool, count: Int
  ) {
    if isFirst {
      for index in 0..<count { sums[index] = row[index] * weight }
    } else {
      for index in 0..<count { sums[index] += row[index] * weight }
    }
  }

  /// Adds four rows, each times its weight, or begins with them.
  static func add(
    _ rows: (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>),
    times weights: SIMD4<Float>, to sums: UnsafeMutablePointer<Float>, isFirst: Bool, count: Int
  ) {
    for index in 0..<count {
      let sum =
        (rows.0[index] * weights[0] + rows.1[index] * weights[1])
        + (rows.2[index] * weights[2] + rows.3[index] * weights[3])
      sums[index] = isFirst ? sum : sums[index] + sum
    }
  }
}
