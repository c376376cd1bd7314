import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Flattening alpha")
struct FlattenProcessorTests {
  let pool = PixelBufferPool()
  let backgrounds = [
    RGBColor.white, .black, RGBColor(red: 7, green: 130, blue: 255), RGBColor(red: 99, green: 99, blue: 99),
  ]

  private func reference(_ samples: Samples, _ background: RGBColor) -> Samples {
    let maximum = samples.maximum
    let ground = [background.red, background.green, background.blue].map { Double($0) / 255 * Double(maximum) }
    let isGray = samples.format == .grayAlpha8 && Set(ground).count == 1
    return samples.mapPixels(to: samples.format == .grayAlpha8 && !isGray ? .rgba8 : samples.format) { pixel in
      let alpha = Double(pixel[pixel.count - 1]) / Double(maximum)
      let colors = pixel.count == 2 ? Array(repeating: pixel[0], count: isGray ? 1 : 3) : Array(pixel[..<3])
      return zip(colors, ground).map { color, ground in
        let own = samples.format == .rgba8Premultiplied ? Double(color) : Double(color) * alpha
        return Int((own + ground * (1 - alpha)).rounded())
      } + [maximum]
    }
  }

  @Test(
    "Colour over background is rounded once, in every format with alpha",
    arguments: PixelFormat.allCases.filter(\.hasAlpha))
  func references(format: PixelFormat) throws {
    var generator = SeededGenerator(4)
    for background in backgrounds {
      for (width, height) in [(1, 1), (1, 5), (3, 3), (131, 7)] {
        let samples = Samples.random(width, height, format, using: &generator)
        let flat = try FlattenProcessor(onto: background).process(samples.pixels(in: pool), pool: pool)
        #expect(Samples(flat) == reference(samples, background), "\(width)×\(height) \(background)")
      }
    }
  }

  @Test("Formats without alpha come back as they are")
  func opaqueFormats() throws {
    for format in PixelFormat.allCases where !format.hasAlpha {
      let pixels = try Samples(width: 2, height: 2, format: format).pixels(in: pool)
      let same = try FlattenProcessor().process(pixels, pool: pool)
      #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    }
  }

  @Test("Identities name the colour")
  func identities() {
    #expect(Set(backgrounds.map { FlattenProcessor(onto: $0).identity }).count == backgrounds.count)
  }
}
