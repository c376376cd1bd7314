import Glibc
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Rotating")
struct RotateProcessorTests {
  let pool = PixelBufferPool()

  private func rotate(_ samples: Samples, _ degrees: Double, _ background: RGBAColor = .clear) throws -> Samples {
    let processor = RotateProcessor(degrees: degrees, background: background)
    return Samples(try processor.process(samples.pixels(in: pool), pool: pool))
  }

  @Test("Quarter turns are exact, in every format", arguments: PixelFormat.allCases)
  func quarters(format: PixelFormat) throws {
    var generator = SeededGenerator(46)
    let samples = Samples.random(7, 5, format, using: &generator)
    let once = samples.moved(width: 5, height: 7) { x, y in (y, 4 - x) }
    for degrees in [90.0, 450, -270] { #expect(try rotate(samples, degrees) == once) }
    for degrees in [270.0, -90] { #expect(try rotate(once, degrees) == samples) }
    #expect(try rotate(samples, 180) == samples.moved(width: 7, height: 5) { (6 - $0, 4 - $1) })
    #expect(try rotate(samples, -720) == samples)
  }

  /// The four pixels around each place, weighed by alpha.
  private func exact(_ source: Samples, _ target: Samples, _ degrees: Double, _ ground: [Double]) -> [Double] {
    let angle = degrees * .pi / 180
    let full = Double(source.maximum)
    func pixel(_ x: Int, _ y: Int) -> [Double] {
      guard (0..<source.width).contains(x), (0..<source.height).contains(y) else { return ground }
      let pixel = (0..<4).map { Double(source[x, y, $0]) }
      return source.format == .rgba8Premultiplied ? pixel : pixel[..<3].map { $0 * pixel[3] / full } + [pixel[3]]
    }
    var values: [Double] = []
    for y in 0..<target.height {
      for x in 0..<target.width {
        let (across, down) = (Double(2 * x + 1 - target.width) / 2, Double(2 * y + 1 - target.height) / 2)
        let u = cos(-angle) * across - sin(-angle) * down + Double(source.width) / 2 - 0.5
        let v = sin(-angle) * across + cos(-angle) * down + Double(source.height) / 2 - 0.5
        var sum = [0.0, 0, 0, 0]
        for row in Int(floor(v))...Int(floor(v)) + 1 {
          for column in Int(floor(u))...Int(floor(u)) + 1 {
            let weight = (1 - abs(Double(column) - u)) * (1 - abs(Double(row) - v))
            sum = zip(sum, pixel(column, row)).map { $0 + $1 * weight }
          }
        }
        values += straight(sum, source)
      }
    }
    return values
  }

  private func straight(_ sum: [Double], _ source: Samples) -> [Double] {
    guard source.format != .rgba8Premultiplied else { return sum }
    guard sum[3].rounded() > 0 else { return [0, 0, 0, 0] }
    return sum[..<3].map { $0 * Double(source.maximum) / sum[3] } + [sum[3]]
  }

  @Test("Other angles mix the four pixels around", arguments: [PixelFormat.rgba8, .rgba8Premultiplied, .rgba16])
  func angles(format: PixelFormat) throws {
    var generator = SeededGenerator(47)
    var difference = Difference()
    for (width, height) in [(1, 1), (1, 12), (15, 1), (17, 11)] {
      for degrees in [1.0, 30, 45, 100, -7.25, 359.9] {
        let samples = Samples.random(width, height, format, using: &generator)
        for color in [RGBAColor.clear, RGBAColor(.white)] {
          let turned = try rotate(samples, degrees, color)
          let ground = [color.red, color.green, color.blue, color.alpha].map {
            Double($0) / 255 * Double(samples.maximum)
          }
          difference.add(turned, exact(samples, turned, degrees, ground), slack: 0.02)
        }
      }
    }
    #expect(difference.wrong == 0, "\(difference)")
    print("rotate \(format.rawValue): \(difference)")
  }

  @Test("The whole image fits in; gray stays gray where the background lets it")
  func sizes() throws {
    let samples = Samples(width: 30, height: 40, format: .gray8)
    let turned = try rotate(samples, 45)
    #expect((turned.width, turned.height, turned.format) == (50, 50, .grayAlpha8))
    #expect(try rotate(samples, 45, RGBAColor(.black)).format == .gray8)
    #expect(try rotate(samples, 45, RGBAColor(.init(red: 1, green: 2, blue: 3))).format == .rgba8)
    #expect(try rotate(Samples(width: 3, height: 2, format: .gray16), 45).format == .rgba16)
    #expect(try rotate(samples, 36.86989764584402).width == 48)
  }

  @Test("Ink at odd angles and angles that are none are refused; identities differ")
  func refusals() throws {
    func code(_ degrees: Double, _ format: PixelFormat) -> ImageError.Code? {
      do {
        _ = try rotate(Samples(width: 2, height: 2, format: format), degrees)
        return nil
      } catch { return (error as? ImageError)?.code }
    }
    #expect(code(10, .cmyk8) == .unsupported)
    #expect(code(.nan, .rgba8) == .invalidRequest)
    #expect(code(.infinity, .rgba8) == .invalidRequest)
    #expect(code(1e300, .rgba8) == nil)
    let all = [RotateProcessor(degrees: 1), .init(degrees: 2), .init(degrees: 1, background: RGBAColor(.white))]
    #expect(Set(all.map(\.identity)).count == 3)
  }
}
