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

  /// What one target row takes of four source rows.
  typealias Share = lzlkernels_share

  /// Adds to each target row what it takes of `rows`, four of `count` floats.
  static func share(_ rows: UnsafePointer<UnsafePointer<Float>?>, to shares: UnsafeBufferPointer<Share>, count: Int) {
    guard !lzlkernels_share4(rows, shares.baseAddress, shares.count, count) else { return }
    shareOnAnyProcessor(rows, to: shares, count: count)
  }

  static func shareOnAnyProcessor(
    _ rows: UnsafePointer<UnsafePointer<Float>?>, to shares: UnsafeBufferPointer<Share>, count: Int
  ) {
    guard let row0 = rows[0], let row1 = rows[1], let row2 = rows[2], let row3 = rows[3] else { return }
    for share in shares {
      let weights = SIMD4(share.weights.0, share.weights.1, share.weights.2, share.weights.3)
      add((row0, row1, row2, row3), times: weights, to: share.sums, isFirst: share.begins, count: count)
    }
  }

  /// Whether the same was done for rows of bytes; `false` where they have to be made floats first.
  static func share(
    _ rows: UnsafePointer<UnsafePointer<UInt8>?>, to shares: UnsafeBufferPointer<Share>, count: Int
  ) -> Bool {
    lzlkernels_share4_bytes(rows, shares.baseAddress, shares.count, count)
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
