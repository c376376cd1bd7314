import Glibc
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Gaussian blur")
struct GaussianBlurProcessorTests {
  let pool = PixelBufferPool()

  /// Of the samples of a row whose first and last go on without end.
  private func weights(_ center: Int, _ side: Int, _ sigma: Double) -> [Double] {
    let beyond = Int(10 * sigma) + 1
    var sums = Array(repeating: 0.0, count: side)
    for place in min(center - beyond, 0)...max(center + beyond, side - 1) {
      sums[min(max(place, 0), side - 1)] += exp(-Double((place - center) * (place - center)) / (2 * sigma * sigma))
    }
    let sum = sums.reduce(0, +)
    return sums.map { $0 / sum }
  }

  /// Never cut off, first across, then down.
  private func exact(_ samples: Samples, _ sigma: Double) -> [Double] {
    let step = samples.format.samplesPerPixel
    let (width, height) = (samples.width, samples.height)
    let isStraight = samples.format.hasAlpha && samples.format != .rgba8Premultiplied
    var across = Array(repeating: 0.0, count: samples.values.count)
    for x in 0..<width {
      for (column, weight) in weights(x, width, sigma).enumerated() {
        for y in 0..<height {
          let alpha = isStraight ? Double(samples[column, y, step - 1]) : 1
          for sample in 0..<step {
            let value = Double(samples[column, y, sample]) * (sample == step - 1 ? 1 : alpha)
            across[(y * width + x) * step + sample] += value * weight
          }
        }
      }
    }
    var sums = Array(repeating: 0.0, count: across.count)
    for y in 0..<height {
      for (row, weight) in weights(y, height, sigma).enumerated() {
        for index in 0..<width * step { sums[y * width * step + index] += across[row * width * step + index] * weight }
      }
    }
    guard isStraight else { return sums }
    return sums.indices.map { index in
      let alpha = sums[index - index % step + step - 1]
      return alpha.rounded() == 0 ? 0 : index % step == step - 1 ? alpha : sums[index] / alpha
    }
  }

  private func difference(
    _ samples: Samples, _ sigma: Double, slack: Double, into difference: inout Difference
  ) throws {
    let blurred = Samples(try GaussianBlurProcessor(sigma: sigma).process(samples.pixels(in: pool), pool: pool))
    difference.add(blurred, exact(samples, sigma), slack: slack)
  }

  @Test("Up to sigma 12 it is the Gaussian, in every format", arguments: PixelFormat.allCases)
  func references(format: PixelFormat) throws {
    var generator = SeededGenerator(44)
    var all = Difference()
    for sigma in [0.1, 0.5, 1.7, 4, 12] {
      for (width, height) in [(1, 1), (1, 30), (30, 1), (23, 17)] {
        let samples = Samples.random(width, height, format, using: &generator)
        // Of 16 bits, what is cut off is worth some steps.
        try difference(samples, sigma, slack: format.bitsPerSample == 16 ? 0.4 : 0.05, into: &all)
      }
    }
    #expect(all.wrong == 0, "\(all)")
    print("blur \(format.rawValue): \(all)")
  }

  @Test(
    "Above it is within 2.5 steps of the Gaussian, in noise too",
    arguments: [PixelFormat.gray8, .rgba8, .rgba8Premultiplied])
  func large(format: PixelFormat) throws {
    var generator = SeededGenerator(45)
    var all = Difference()
    for sigma in [12.1, 18, 21.3, 60] {
      for (width, height) in [(90, 70), (1, 200), (150, 31)] {
        var samples = Samples.random(width, height, format, using: &generator)
        // Colours of next to no alpha hang on its rounding.
        for index in samples.values.indices where format.hasAlpha && index % 4 == 3 { samples.values[index] |= 128 }
        try difference(samples, sigma, slack: 2, into: &all)
      }
    }
    #expect(all.wrong == 0, "\(all)")
    print("blur above sigma 12, \(format.rawValue): \(all)")
  }

  @Test("A flat image stays flat; no sigma is no copy; any sigma works")
  func edges() throws {
    var samples = Samples(width: 40, height: 30, format: .rgba8)
    samples.values = samples.values.indices.map { [10, 200, 77, 255][$0 % 4] }
    let pixels = try samples.pixels(in: pool)
    for sigma in [0.01, 3, 10, 1e9, .infinity] {
      #expect(Samples(try GaussianBlurProcessor(sigma: sigma).process(pixels, pool: pool)) == samples, "\(sigma)")
    }
    for sigma in [0, -1, Double.nan] {
      let same = try GaussianBlurProcessor(sigma: sigma).process(pixels, pool: pool)
      #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    }
    #expect(GaussianBlurProcessor(sigma: 1).identity != GaussianBlurProcessor(sigma: 1.5).identity)
  }

  @Test("Transparent pixels lend no colour")
  func transparentColors() throws {
    var samples = Samples(width: 3, height: 1, format: .rgba8)
    samples.values = [255, 0, 0, 0, 0, 0, 255, 255, 0, 255, 0, 0]
    let blurred = Samples(try GaussianBlurProcessor(sigma: 1).process(samples.pixels(in: pool), pool: pool))
    for x in 0..<3 { #expect(blurred.values[(4 * x)..<(4 * x + 3)] == [0, 0, 255]) }
  }
}
