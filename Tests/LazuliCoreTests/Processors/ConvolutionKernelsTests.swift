import Testing

@testable import LazuliCore

@Suite("Convolution kernels")
struct ConvolutionKernelsTests {
  @Test("Sums are the same to the bit on every processor", arguments: [(1000, 61), (97, 200), (13, 13), (64, 3)])
  func bits(source: Int, target: Int) throws {
    var generator = SystemRandomNumberGenerator()
    let columns = try ConvolutionWeights(
      ResizeFilter.lanczos3.function, source: source, (source: source, target: target), window: 0..<target)
    let row = try ScratchMemory<Float>(count: (source + 4) * 4)
    for index in 0..<source * 4 { row.start[index] = Float.random(in: 0...255, using: &generator) }
    let (own, base) = (try ScratchMemory<Float>(count: target * 4), try ScratchMemory<Float>(count: target * 4))

    ConvolutionKernels.reduce4(row.start, columns, into: own.start)
    ConvolutionKernels.reduce4OnAnyProcessor(row.start, columns, into: base.start)
    #expect(bits(of: own) == bits(of: base))
  }

  @Test("Shares are the same to the bit on every processor, of floats and of bytes", arguments: [3, 16, 61, 400])
  func shares(count: Int) throws {
    let bytes = (0..<4).map { _ in (0..<count).map { _ in UInt8.random(in: 0...255) } }
    let weights = (0..<8).map { _ in Float.random(in: -0.2...1) }
    let results = try [Bool?.none, false, true].map { ofBytes in
      let sums = try ScratchMemory<Float>(count: 2 * count)
      for index in 0..<count { sums.start[index] = Float(index) }
      share(bytes, weights, to: sums, ofBytes: ofBytes)
      return bits(of: sums)
    }
    #expect(results[0] == results[1])
    #expect(results[0] == results[2])
  }

  /// To a target row under way and to one that begins; by the loop for any processor without `ofBytes`.
  private func share(_ bytes: [[UInt8]], _ weights: [Float], to sums: ScratchMemory<Float>, ofBytes: Bool?) {
    let count = bytes[0].count
    let shares = [0, 1].map { target in
      let own = weights[(target * 4)...]
      return ConvolutionKernels.Share(
        sums: sums.start + target * count,
        weights: (own[target * 4], own[target * 4 + 1], own[target * 4 + 2], own[target * 4 + 3]), begins: target == 1)
    }
    let byteRows = bytes.map { row in UnsafePointer(Array(row).withUnsafeBufferPointer(copy)) }
    let floatRows = bytes.map { row in UnsafePointer(row.map(Float.init).withUnsafeBufferPointer(copy)) }
    defer {
      for row in byteRows { row.deallocate() }
      for row in floatRows { row.deallocate() }
    }
    shares.withUnsafeBufferPointer { shares in
      if ofBytes == true, ConvolutionKernels.share(byteRows.map { $0 }, to: shares, count: count) { return }
      if ofBytes == nil {
        ConvolutionKernels.shareOnAnyProcessor(floatRows.map { $0 }, to: shares, count: count)
      } else {
        ConvolutionKernels.share(floatRows.map { $0 }, to: shares, count: count)
      }
    }
  }

  private func copy<Element>(_ elements: UnsafeBufferPointer<Element>) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    memory.initialize(from: elements.baseAddress!, count: elements.count)
    return memory
  }

  @Test("Straight pixels are the same in rows of any length, as alone", arguments: [1, 8, 19, 64])
  func straight(count: Int) {
    // Beyond the range, half a step and none of alpha among them.
    let values: [Float] = [-3, 0, 0.4999, 0.5, 0.5001, 1, 127.5, 254.99998, 255, 255.00002, 300]
    let row = (0..<count * 4).map { _ in values.randomElement() ?? 0 }
    var (whole, single) = ([UInt8](repeating: 7, count: count * 4), [UInt8](repeating: 9, count: count * 4))
    row.withUnsafeBufferPointer { row in
      FloatKernels.contract4(row.baseAddress!, .straight, nil, into: &whole, UInt8.self, count)
      for index in 0..<count {
        single.withUnsafeMutableBytes { bytes in
          FloatKernels.contract4(
            row.baseAddress! + index * 4, .straight, nil, into: bytes.baseAddress! + index * 4, UInt8.self, 1)
        }
      }
    }
    #expect(whole == single)
  }

  private func bits(of memory: ScratchMemory<Float>) -> [UInt32] {
    (0..<memory.count).map { memory.start[$0].bitPattern }
  }
}
