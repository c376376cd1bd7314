import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Padding")
struct PadProcessorTests {
  let pool = PixelBufferPool()
  let colors = [
    RGBAColor.clear, RGBAColor(.white), RGBAColor(red: 9, green: 9, blue: 9, alpha: 100),
    RGBAColor(red: 10, green: 200, blue: 30, alpha: 77), RGBAColor(red: 1, green: 2, blue: 3),
  ]

  private func format(_ source: PixelFormat, _ color: RGBAColor) -> PixelFormat {
    let isGray = color.red == color.green && color.green == color.blue
    switch source {
    case .gray8: return !isGray ? .rgba8 : color.alpha < 255 ? .grayAlpha8 : .gray8
    case .grayAlpha8: return isGray ? .grayAlpha8 : .rgba8
    case .gray16: return isGray && color.alpha == 255 ? .gray16 : .rgba16
    default: return source
    }
  }

  private func pixel(_ color: RGBAColor, _ format: PixelFormat) -> [Int] {
    let samples = [color.red, color.green, color.blue, color.alpha].map { Int($0) }
    switch format {
    case .gray8: return [samples[0]]
    case .gray16: return [samples[0] * 257]
    case .grayAlpha8: return [samples[0], samples[3]]
    case .rgba16: return samples.map { $0 * 257 }
    case .rgba8Premultiplied:
      return samples[..<3].map { Int((Double($0 * samples[3]) / 255).rounded()) } + [samples[3]]
    default: return samples
    }
  }

  @Test(
    "The image stands unchanged on its background, in every format but ink",
    arguments: PixelFormat.allCases.filter { $0 != .cmyk8 })
  func edges(source: PixelFormat) throws {
    var generator = SeededGenerator(22)
    for color in colors {
      let samples = Samples.random(5, 3, source, using: &generator)
      let pixels = try samples.pixels(in: pool)
      let processor = PadProcessor(.edges(top: 1, left: 2, bottom: 3, right: 4), background: color)
      let padded = Samples(try processor.process(pixels, pool: pool))
      let format = format(source, color)
      #expect((padded.width, padded.height, padded.format) == (11, 7, format))
      let inner = Samples(try ConvertProcessor(to: format).process(pixels, pool: pool))
      let ground = pixel(color, format)
      var wrong = 0
      for y in 0..<7 {
        for x in 0..<11 {
          for sample in ground.indices {
            let isInside = (2..<7).contains(x) && (1..<4).contains(y)
            let expected = isInside ? inner[x - 2, y - 1, sample] : ground[sample]
            if padded[x, y, sample] != expected { wrong += 1 }
          }
        }
      }
      #expect(wrong == 0, "\(source) on \(color)")
    }
  }

  @Test("A size is filled up where gravity says, and nothing is cut")
  func sizes() throws {
    var samples = Samples(width: 2, height: 1, format: .gray8)
    samples.values = [1, 2]
    let size = ImageSize(width: 5, height: 1)
    func pad(_ gravity: Gravity) throws -> [Int] {
      let processor = PadProcessor(.size(size, gravity), background: RGBAColor(.white))
      return Samples(try processor.process(samples.pixels(in: pool), pool: pool)).values
    }
    #expect(try pad(.topLeft) == [1, 2, 255, 255, 255])
    #expect(try pad(.center) == [255, 1, 2, 255, 255])
    #expect(try pad(.bottomRight) == [255, 255, 255, 1, 2])
    let pixels = try Samples(width: 9, height: 9, format: .cmyk8).pixels(in: pool)
    let same = try PadProcessor(.size(size, .center)).process(pixels, pool: pool)
    #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
  }

  @Test("Ink and impossible space are refused")
  func refusals() throws {
    func code(_ space: PadProcessor.Space, _ format: PixelFormat) -> ImageError.Code? {
      do {
        _ = try PadProcessor(space).process(Samples(width: 2, height: 2, format: format).pixels(in: pool), pool: pool)
        return nil
      } catch { return (error as? ImageError)?.code }
    }
    #expect(code(.edges(top: 1, left: 0, bottom: 0, right: 0), .cmyk8) == .unsupported)
    #expect(code(.edges(top: -1, left: 0, bottom: 0, right: 0), .rgba8) == .invalidRequest)
    #expect(code(.edges(top: .max, left: 0, bottom: 1, right: 0), .rgba8) == .invalidRequest)
    #expect(code(.size(ImageSize(width: .max, height: .max), .center), .rgba8) == .invalidRequest)
  }

  @Test("Identities name space and colour")
  func identities() {
    let spaces = [
      PadProcessor.Space.edges(top: 1, left: 2, bottom: 3, right: 4), .edges(top: 4, left: 3, bottom: 2, right: 1),
      .size(ImageSize(width: 1, height: 2), .top), .size(ImageSize(width: 1, height: 2), .left),
    ]
    let all = spaces.flatMap { space in colors.map { PadProcessor(space, background: $0).identity } }
    #expect(Set(all).count == 20)
  }
}
