/// The loops of a convolution, over rows of floats.
enum ConvolutionKernels {
  /// Makes each target pixel of four floats from its span of `row`, behind which four more pixels can be read.
  static func reduce4(
    _ row: UnsafePointer<Float>, _ columns: ConvolutionWeights, into target: UnsafeMutablePointer<Float>
  ) {
    let spans = columns.spans
    for index in 0..<columns.count {
      let span = spans[index]
      var pixel = UnsafeRawPointer(row + span.first &* 4)
      var weight = UnsafeRawPointer(columns.weights + span.weights)
      var (even, odd) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for _ in 0..<(span.count &+ 3) &>> 2 {
        let four = weight.loadUnaligned(as: SIMD4<Float>.self)
        even += pixel.loadUnaligned(as: SIMD4<Float>.self) * four[0]
        odd += pixel.loadUnaligned(fromByteOffset: 16, as: SIMD4<Float>.self) * four[1]
        even += pixel.loadUnaligned(fromByteOffset: 32, as: SIMD4<Float>.self) * four[2]
        odd += pixel.loadUnaligned(fromByteOffset: 48, as: SIMD4<Float>.self) * four[3]
        pixel += 64
        weight += 16
      }
      UnsafeMutableRawPointer(target + index &* 4).storeBytes(of: even + odd, as: SIMD4<Float>.self)
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
