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

    for isFirst in [true, false] {
      ConvolutionKernels.add(row.start, times: 0.3, to: own.start, isFirst: isFirst, count: min(target, source) * 4 - 1)
      ConvolutionKernels.addOnAnyProcessor(
        row.start, times: 0.3, to: base.start, isFirst: isFirst, count: min(target, source) * 4 - 1)
      #expect(bits(of: own) == bits(of: base))
    }
  }

  private func bits(of memory: ScratchMemory<Float>) -> [UInt32] {
    (0..<memory.count).map { memory.start[$0].bitPattern }
  }
}
