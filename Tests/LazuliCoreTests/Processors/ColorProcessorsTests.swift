import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Grayscale, tint and colour adjustment")
struct ColorProcessorsTests {
  let pool = PixelBufferPool()
  static let formats = PixelFormat.allCases.filter { $0 != .cmyk8 }

  /// Colours in parts of 1 to colours.
  typealias Formula = ([Double]) -> [Double]

  static func luma(_ color: [Double]) -> Double { 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2] }

  /// The formula's exact samples for every pixel. Premultiplied colours are divided by alpha before.
  private func exact(_ samples: Samples, _ formula: Formula) -> [Double] {
    let full = Double(samples.maximum)
    let step = samples.format.samplesPerPixel
    var values: [Double] = []
    for start in stride(from: 0, to: samples.values.count, by: step) {
      let pixel = samples.values[start..<start + step].map { Double($0) / full }
      let alpha = samples.format == .rgba8Premultiplied ? pixel[3] : 1
      guard alpha > 0 else {
        values += [0, 0, 0, 0]
        continue
      }
      let color = step < 3 ? [pixel[0], pixel[0], pixel[0]] : pixel[..<3].map { $0 / alpha }
      let changed = formula(color).map { min(max($0, 0), 1) * alpha * full }
      values += changed[..<max(step - 1, 1)].prefix(step < 3 ? 1 : 3)
      if step > 1 { values.append(pixel[step - 1] * full) }
    }
    return values
  }

  private func check(_ processor: any ImageProcessor, _ name: String, _ formula: Formula) throws {
    var generator = SeededGenerator(41)
    for format in Self.formats {
      var difference = Difference()
      for (width, height) in [(1, 1), (1, 9), (13, 1), (37, 23)] {
        let pixels = try Samples.random(width, height, format, using: &generator).pixels(in: pool)
        let changed = Samples(try processor.process(pixels, pool: pool))
        let source = Samples(try ConvertProcessor(to: changed.format).process(pixels, pool: pool))
        difference.addPlain(changed, exact(source, formula), slack: 0.01)
      }
      #expect(difference.wrong == 0, "\(name) \(format): \(difference)")
      print("\(name) \(format.rawValue): \(difference)")
    }
  }

  @Test("Gray is luma by BT.709")
  func grayscale() throws {
    try check(GrayscaleProcessor(), "grayscale") { Array(repeating: Self.luma($0), count: 3) }
  }

  @Test("A tint is mixed in by its strength")
  func tint() throws {
    for color in [RGBColor(red: 255, green: 100, blue: 3), RGBColor(red: 77, green: 77, blue: 77)] {
      for strength in [0.3, 1] as [Float] {
        try check(TintProcessor(color, strength: strength), "tint \(strength)") { pixel in
          let tint = [color.red, color.green, color.blue].map { Double($0) / 255 }
          return zip(pixel, tint).map { $0 * (1 - Double(strength)) + $1 * Double(strength) }
        }
      }
    }
  }

  @Test("Brightness multiplies, contrast spreads from the middle, saturation from luma")
  func adjustment() throws {
    for (brightness, contrast, saturation) in [(1.4, 1, 1), (1, 1.7, 1), (1, 1, 0.3), (0.8, 1.25, 2.5)] {
      let processor = ColorAdjustmentProcessor(
        brightness: Float(brightness), contrast: Float(contrast), saturation: Float(saturation))
      try check(processor, processor.identity) { color in
        let spread = color.map { ($0 * brightness - 0.5) * contrast + 0.5 }
        let gray = Self.luma(spread)
        return spread.map { gray + ($0 - gray) * saturation }
      }
    }
  }

  @Test("What changes nothing copies nothing; ink is refused; factors that are none are 0")
  func edges() throws {
    let pixels = try Samples(width: 2, height: 2, format: .gray8).pixels(in: pool)
    let neutral: [any ImageProcessor] = [
      GrayscaleProcessor(), TintProcessor(.white, strength: 0), TintProcessor(.white, strength: .nan),
      ColorAdjustmentProcessor(),
    ]
    for processor in neutral {
      let same = try processor.process(pixels, pool: pool)
      #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    }
    let ink = try Samples(width: 2, height: 2, format: .cmyk8).pixels(in: pool)
    let others: [any ImageProcessor] = [
      GrayscaleProcessor(), TintProcessor(.white, strength: 1), ColorAdjustmentProcessor(brightness: 2),
    ]
    for processor in others {
      #expect { try processor.process(ink, pool: pool) } throws: {
        let error = $0 as? ImageError
        return error?.code == .unsupported && error?.message.contains("rgba8") == true
      }
    }
    #expect(ColorAdjustmentProcessor(brightness: -1, contrast: .nan, saturation: .infinity).contrast == 0)
  }

  @Test("Identities name every parameter")
  func identities() {
    let all: [any ImageProcessor] = [
      GrayscaleProcessor(), TintProcessor(.white, strength: 0.5), TintProcessor(.black, strength: 0.5),
      TintProcessor(.white, strength: 0.6), ColorAdjustmentProcessor(brightness: 2),
      ColorAdjustmentProcessor(contrast: 2), ColorAdjustmentProcessor(saturation: 2),
    ]
    #expect(Set(all.map(\.identity)).count == all.count)
  }
}
