import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Cropping")
struct CropProcessorTests {
  let pool = PixelBufferPool()

  private func crop(_ samples: Samples, _ processor: CropProcessor) throws -> Samples {
    Samples(try processor.process(samples.pixels(in: pool), pool: pool))
  }

  @Test("What is left are the pixels of the rectangle, in every format", arguments: PixelFormat.allCases)
  func rectangles(format: PixelFormat) throws {
    var generator = SeededGenerator(21)
    let samples = Samples.random(13, 9, format, using: &generator)
    for (x, y, width, height) in [(0, 0, 13, 9), (3, 2, 5, 7), (12, 8, 1, 1), (0, 4, 13, 1), (5, 0, 1, 9)] {
      let part = try crop(samples, CropProcessor(x: x, y: y, width: width, height: height))
      #expect(part == samples.moved(width: width, height: height) { ($0 + x, $1 + y) })
    }
  }

  @Test("A rectangle is clipped to the image; one beside it is refused")
  func clipping() throws {
    let samples = Samples(width: 10, height: 8, format: .gray8)
    let part = try crop(samples, CropProcessor(x: -5, y: 6, width: 8, height: Int.max))
    #expect((part.width, part.height) == (3, 2))
    for (x, y, width, height) in [(10, 0, 5, 5), (0, -5, 5, 5), (0, 0, 0, 1), (0, 0, -1, 4), (Int.max, 0, Int.max, 1)] {
      #expect { try crop(samples, CropProcessor(x: x, y: y, width: width, height: height)) } throws: {
        ($0 as? ImageError)?.code == .invalidRequest
      }
    }
    #expect(throws: ImageError.self) {
      try crop(samples, CropProcessor(.aspect(ImageSize(width: 0, height: 1), .center)))
    }
  }

  @Test("Sizes and proportions are taken where gravity says")
  func gravity() {
    let size = ImageSize(width: 101, height: 50)
    func part(_ part: CropProcessor.Part) -> [Int] {
      CropProcessor(part).rectangle(in: size).map { [$0.x, $0.y, $0.width, $0.height] } ?? []
    }
    #expect(part(.size(ImageSize(width: 20, height: 10), .topLeft)) == [0, 0, 20, 10])
    #expect(part(.size(ImageSize(width: 20, height: 10), .center)) == [40, 20, 20, 10])
    #expect(part(.size(ImageSize(width: 20, height: 10), .bottomRight)) == [81, 40, 20, 10])
    #expect(part(.size(ImageSize(width: 200, height: 10), .right)) == [0, 20, 101, 10])
    #expect(part(.aspect(ImageSize(width: 1, height: 1), .left)) == [0, 0, 50, 50])
    #expect(part(.aspect(ImageSize(width: 16, height: 9), .top)) == [6, 0, 89, 50])
    #expect(part(.aspect(ImageSize(width: 1000, height: 1), .bottom)) == [0, 50 - 1, 101, 1])
  }

  @Test("The whole image is the same memory; colour information is kept; identities differ")
  func whole() throws {
    var color = ColorInformation()
    color.gamma = 0.5
    let pixels = try Samples(width: 4, height: 4, format: .rgba8).pixels(in: pool, color: color)
    let same = try CropProcessor(x: 0, y: 0, width: 9, height: 9).process(pixels, pool: pool)
    #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    #expect(try CropProcessor(x: 1, y: 0, width: 9, height: 9).process(pixels, pool: pool).color.gamma == 0.5)
    let size = ImageSize(width: 4, height: 3)
    let parts = Gravity.allCases.flatMap { [CropProcessor.Part.size(size, $0), .aspect(size, $0)] }
    #expect(Set(parts.map { CropProcessor($0).identity }).count == 18)
  }
}
