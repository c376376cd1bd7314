import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Premultiplying and back")
struct PremultiplyProcessorTests {
  let pool = PixelBufferPool()

  @Test("Colours are multiplied by alpha and divided by it, each rounded once")
  func products() throws {
    var generator = SeededGenerator(24)
    let samples = Samples.random(61, 17, .rgba8, using: &generator)
    let product = Samples(try PremultiplyProcessor().process(samples.pixels(in: pool), pool: pool))
    #expect(
      product
        == samples.mapPixels(to: .rgba8Premultiplied) { pixel in
          pixel[..<3].map { Int((Double($0 * pixel[3]) / 255).rounded()) } + [pixel[3]]
        })
    let quotient = Samples(try UnpremultiplyProcessor().process(product.pixels(in: pool), pool: pool))
    #expect(
      quotient
        == product.mapPixels(to: .rgba8) { pixel in
          guard pixel[3] > 0 else { return [0, 0, 0, 0] }
          return pixel[..<3].map { Int((Double($0 * 255) / Double(pixel[3])).rounded()) } + [pixel[3]]
        })
  }

  @Test("Formats with straight alpha become premultiplied, the others stay", arguments: PixelFormat.allCases)
  func formats(format: PixelFormat) throws {
    let pixels = try Samples(width: 3, height: 2, format: format).pixels(in: pool)
    let product = try PremultiplyProcessor().process(pixels, pool: pool)
    #expect(product.format == (format.hasAlpha ? .rgba8Premultiplied : format))
    let quotient = try UnpremultiplyProcessor().process(pixels, pool: pool)
    #expect(quotient.format == (format == .rgba8Premultiplied ? .rgba8 : format))
  }
}
