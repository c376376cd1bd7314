import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Converting pixels")
struct ConvertProcessorTests {
  let pool = PixelBufferPool()

  private func convert(_ samples: Samples, to format: PixelFormat, inverted: Bool = false) throws -> Samples {
    var color = ColorInformation()
    color.hasInvertedCMYK = inverted
    let pixels = try samples.pixels(in: pool, color: color)
    return Samples(try ConvertProcessor(to: format, allowsLoss: true).process(pixels, pool: pool))
  }

  /// One step at a time, in doubles.
  private func reference(_ samples: Samples, to format: PixelFormat, inverted: Bool) -> Samples {
    var samples = samples
    while samples.format != format { samples = step(samples, to: format, inverted: inverted) }
    return samples
  }

  private func step(_ samples: Samples, to format: PixelFormat, inverted: Bool) -> Samples {
    switch (samples.format, format) {
    case (.cmyk8, _):
      return samples.mapPixels(to: .rgba8) { pixel in
        let ink = pixel.map { inverted ? $0 : 255 - $0 }
        return ink[..<3].map { round(Double($0) * Double(ink[3]) / 255) } + [255]
      }
    case (.rgba8Premultiplied, _):
      return samples.mapPixels(to: .rgba8) { pixel in
        pixel[3] == 0
          ? [0, 0, 0, 0] : pixel[..<3].map { round(Double($0) * 255 / Double(pixel[3])) } + [pixel[3]]
      }
    case (.rgba8, .rgba8Premultiplied):
      return samples.mapPixels(to: format) { pixel in
        pixel[..<3].map { round(Double($0) * Double(pixel[3]) / 255) } + [pixel[3]]
      }
    case (.gray8, .gray16), (.gray8, .rgba16):
      return samples.mapPixels(to: .gray16) { $0.map { $0 * 257 } }
    case (.rgba8, .rgba16), (.rgba8, .gray16):
      return samples.mapPixels(to: .rgba16) { $0.map { $0 * 257 } }
    case (.rgba16, .gray16), (.rgba16, .gray8):
      return samples.mapPixels(to: .gray16) { [luma($0)] }
    case (.rgba8, .gray8): return samples.mapPixels(to: .gray8) { [luma($0)] }
    case (.rgba8, .grayAlpha8): return samples.mapPixels(to: .grayAlpha8) { [luma($0), $0[3]] }
    case (.rgba16, _): return samples.mapPixels(to: .rgba8) { $0.map { round(Double($0) / 257) } }
    case (.gray16, .rgba16): return samples.mapPixels(to: .rgba16) { [$0[0], $0[0], $0[0], 65535] }
    case (.gray16, _): return samples.mapPixels(to: .gray8) { $0.map { round(Double($0) / 257) } }
    case (.gray8, .grayAlpha8): return samples.mapPixels(to: format) { [$0[0], 255] }
    case (.gray8, _): return samples.mapPixels(to: .rgba8) { [$0[0], $0[0], $0[0], 255] }
    case (.grayAlpha8, .gray8), (.grayAlpha8, .gray16): return samples.mapPixels(to: .gray8) { [$0[0]] }
    default: return samples.mapPixels(to: .rgba8) { [$0[0], $0[0], $0[0], $0[1]] }
    }
  }

  private func luma(_ pixel: [Int]) -> Int {
    // The weights as they are documented, in 1/65536.
    let sum = Double(pixel[0]) * 13933 + Double(pixel[1]) * 46871 + Double(pixel[2]) * 4732
    return round(sum / 65536)
  }

  private func round(_ value: Double) -> Int {
    Int((value + 0.5).rounded(.down))
  }

  @Test("Every conversion is what its steps are in doubles", arguments: PixelFormat.allCases)
  func references(source: PixelFormat) throws {
    var generator = SeededGenerator(2)
    for target in PixelFormat.allCases where target != .cmyk8 {
      for (width, height) in [(1, 1), (1, 9), (3, 2), (5, 3), (64, 3), (517, 2), (1030, 2)] {
        let samples = Samples.random(width, height, source, using: &generator)
        for inverted in [false, true] {
          let expected = source == target ? samples : reference(samples, to: target, inverted: inverted)
          #expect(
            try convert(samples, to: target, inverted: inverted) == expected,
            "\(source) to \(target), \(width)×\(height)")
        }
      }
    }
  }

  @Test("16 bits become 8 by rounding, for every value")
  func reduction() throws {
    var samples = Samples(width: 65536, height: 1, format: .gray16)
    samples.values = Array(0...65535)
    let expected = samples.values.map { Int((Double($0) / 257).rounded()) }
    #expect(try convert(samples, to: .gray8).values == expected)
    #expect(samples.values.map { ($0 * 255 + 32767) / 65535 } == expected)
  }

  @Test("Multiplying by alpha and back is rounded exactly, for every colour and alpha")
  func alpha() throws {
    var samples = Samples(width: 256, height: 256, format: .rgba8)
    for y in 0..<256 {
      for x in 0..<256 {
        samples[x, y, 0] = x
        samples[x, y, 1] = 255 - x
        samples[x, y, 2] = x / 2
        samples[x, y, 3] = y
      }
    }
    let premultiplied = try convert(samples, to: .rgba8Premultiplied)
    #expect(premultiplied == reference(samples, to: .rgba8Premultiplied, inverted: false))
    for index in samples.values.indices where index % 4 < 3 {
      let product = samples.values[index] * samples.values[index | 3]
      #expect(premultiplied.values[index] == (product + 127) / 255)
    }
    #expect(try convert(premultiplied, to: .rgba8) == reference(premultiplied, to: .rgba8, inverted: false))
  }

  @Test("Premultiplied colours above their alpha saturate")
  func overflowingColors() throws {
    var samples = Samples(width: 2, height: 1, format: .rgba8Premultiplied)
    samples.values = [255, 10, 5, 10, 200, 1, 0, 0]
    #expect(try convert(samples, to: .rgba8).values == [255, 255, 128, 10, 0, 0, 0, 0])
  }

  @Test("Losing colour or alpha has to be asked for, and nothing becomes CMYK")
  func refusals() throws {
    let pairs: [(PixelFormat, PixelFormat)] = [
      (.rgba8, .gray8), (.rgba16, .gray16), (.cmyk8, .gray8), (.grayAlpha8, .gray8), (.rgba8, .cmyk8),
    ]
    for (source, target) in pairs {
      let pixels = try Samples(width: 2, height: 2, format: source).pixels(in: pool)
      #expect { try ConvertProcessor(to: target).process(pixels, pool: pool) } throws: {
        ($0 as? ImageError)?.code == .unsupported
      }
    }
  }

  @Test("The same format is the same memory, and colour information is kept")
  func identity() throws {
    var color = ColorInformation()
    color.iccProfile = [1, 2, 3]
    color.hasInvertedCMYK = true
    let pixels = try Samples(width: 2, height: 2, format: .cmyk8).pixels(in: pool, color: color)
    let same = try ConvertProcessor(to: .cmyk8).process(pixels, pool: pool)
    #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    let converted = try ConvertProcessor(to: .rgba8).process(pixels, pool: pool)
    #expect(converted.color.iccProfile == [1, 2, 3])
    #expect(!converted.color.hasInvertedCMYK)
    #expect(ConvertProcessor(to: .gray8).identity != ConvertProcessor(to: .gray8, allowsLoss: true).identity)
  }
}
