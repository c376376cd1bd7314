import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Round corners, circles and borders")
struct OutlineProcessorsTests {
  let pool = PixelBufferPool()
  static let formats = PixelFormat.allCases.filter { $0 != .cmyk8 }
  static let sizes = [(1, 1), (1, 9), (13, 1), (8, 8), (21, 15), (16, 40)]

  /// The colour over each pixel outside of the inner outline, and alpha by the outer one.
  private func exact(_ source: Samples, _ border: Int, _ radius: Double, _ color: RGBAColor) -> [Double] {
    let outer = ExactOutline(source.width, source.height, inset: 0, radius: radius)
    let inner = ExactOutline(source.width, source.height, inset: border, radius: radius)
    let full = Double(source.maximum)
    let paint = [color.red, color.green, color.blue].map { Double($0) / 255 * full }
    var values: [Double] = []
    for y in 0..<source.height {
      for x in 0..<source.width {
        let pixel = (0..<source.format.samplesPerPixel).map { Double(source[x, y, $0]) }
        let weight = (1 - inner.coverage(x, y)) * Double(color.alpha) / 255
        values += mixed(pixel, paint, weight, outer.coverage(x, y), source)
      }
    }
    return values
  }

  private func mixed(
    _ pixel: [Double], _ paint: [Double], _ weight: Double, _ outline: Double, _ source: Samples
  ) -> [Double] {
    let full = Double(source.maximum)
    guard weight > 0 || outline < 1 else { return pixel }
    guard source.format.hasAlpha else { return [pixel[0] * (1 - weight) + paint[0] * weight] }
    let alpha = pixel.last! / full * (1 - weight) + weight
    guard (alpha * outline * full).rounded() > 0 else { return pixel.map { _ in 0 } }
    let colors = zip(pixel.dropLast(), paint).map { color, paint in
      guard source.format != .rgba8Premultiplied else { return (color * (1 - weight) + paint * weight) * outline }
      return (color * pixel.last! / full * (1 - weight) + paint * weight) / alpha
    }
    return colors + [alpha * outline * full]
  }

  private func check(_ border: Int, _ radius: Double, _ color: RGBAColor, _ processor: any ImageProcessor) throws {
    var generator = SeededGenerator(42)
    for format in Self.formats {
      var difference = Difference()
      for (width, height) in Self.sizes {
        let pixels = try Samples.random(width, height, format, using: &generator).pixels(in: pool)
        let outlined = Samples(try processor.process(pixels, pool: pool))
        #expect(outlined.format.hasAlpha || radius == 0)
        let source = Samples(try ConvertProcessor(to: outlined.format).process(pixels, pool: pool))
        difference.add(outlined, exact(source, border, radius, color), slack: 0.05)
      }
      #expect(difference.wrong == 0, "\(processor.identity) \(format): \(difference)")
      print("\(processor.identity) \(format.rawValue): \(difference)")
    }
  }

  @Test("Corners lose exactly the area outside of their circle", arguments: [0.4, 1, 3.7, 6, 100])
  func corners(radius: Double) throws {
    try check(0, radius, .clear, RoundCornersProcessor(radius: radius))
  }

  @Test("A border covers exactly its area, and round corners are cut in one go")
  func borders() throws {
    let colors = [RGBAColor(red: 9, green: 200, blue: 80, alpha: 130), RGBAColor(.white), RGBAColor(.black, alpha: 50)]
    for (width, radius) in [(1, 0), (3, 0), (2, 5.5), (5, 3), (0, 4), (50, 2)] {
      for color in colors {
        try check(width, radius, color, BorderProcessor(width: width, color: color, cornerRadius: radius))
      }
    }
  }

  @Test("A circle is the middle square with corners of half its side", arguments: Gravity.allCases)
  func circles(gravity: Gravity) throws {
    var generator = SeededGenerator(43)
    let pixels = try Samples.random(19, 30, .rgba8, using: &generator).pixels(in: pool)
    let circle = Samples(try CircleProcessor(gravity: gravity).process(pixels, pool: pool))
    let square = CropProcessor(.size(ImageSize(width: 19, height: 19), gravity))
    let part = Samples(try square.process(pixels, pool: pool))
    var difference = Difference()
    difference.add(circle, exact(part, 0, 9.5, .clear), slack: 0.05)
    #expect(difference.wrong == 0, "\(difference)")
  }

  @Test("The area of a circle is that of a circle")
  func area() throws {
    var image = Samples(width: 101, height: 101, format: .rgba16)
    image.values = image.values.map { _ in 65535 }
    let circle = Samples(try CircleProcessor().process(image.pixels(in: pool), pool: pool))
    let alphas = stride(from: 3, to: circle.values.count, by: 4).map { Double(circle.values[$0]) / 65535 }
    let area = alphas.reduce(0, +)
    let expected = Double.pi * 50.5 * 50.5
    #expect(abs(area - expected) < 0.01)
  }

  @Test("Pixels inside stay to the bit, hidden colours too")
  func inside() throws {
    var samples = Samples(width: 20, height: 20, format: .rgba8)
    samples.values = samples.values.indices.map { $0 % 4 == 3 ? 0 : 77 }
    let rounded = Samples(try RoundCornersProcessor(radius: 4).process(samples.pixels(in: pool), pool: pool))
    let bordered = Samples(
      try BorderProcessor(width: 2, color: RGBAColor(.white)).process(samples.pixels(in: pool), pool: pool))
    for (x, y) in [(10, 0), (4, 4), (0, 10), (10, 10), (15, 0)] { #expect(rounded[x, y, 0] == 77) }
    for (x, y) in [(2, 2), (17, 17), (10, 10)] { #expect(bordered[x, y, 0] == 77) }
    #expect(bordered[1, 10, 0] == 255)
  }

  @Test("The image that went in stays; ink is refused; identities differ")
  func edges() throws {
    let pixels = try Samples(width: 9, height: 9, format: .rgba8).pixels(in: pool)
    _ = try BorderProcessor(width: 2, color: RGBAColor(.white)).process(pixels, pool: pool)
    #expect(Samples(pixels) == Samples(width: 9, height: 9, format: .rgba8))
    let all: [any ImageProcessor] = [
      RoundCornersProcessor(radius: 2), RoundCornersProcessor(radius: 2.5), CircleProcessor(),
      CircleProcessor(gravity: .top), BorderProcessor(width: 2, color: .clear),
      BorderProcessor(width: 3, color: .clear),
      BorderProcessor(width: 2, color: RGBAColor(.white)), BorderProcessor(width: 2, color: .clear, cornerRadius: 1),
    ]
    #expect(Set(all.map(\.identity)).count == all.count)
    let ink = try Samples(width: 9, height: 9, format: .cmyk8).pixels(in: pool)
    for processor in all {
      #expect { try processor.process(ink, pool: pool) } throws: { ($0 as? ImageError)?.code == .unsupported }
    }
  }
}
