import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Flipping")
struct FlipProcessorTests {
  let pool = PixelBufferPool()

  @Test("Every pixel goes to the other side, in every format", arguments: PixelFormat.allCases)
  func mirrors(format: PixelFormat) throws {
    var generator = SeededGenerator(23)
    for (width, height) in [(1, 1), (1, 6), (7, 1), (5, 4)] {
      let samples = Samples.random(width, height, format, using: &generator)
      let pixels = try samples.pixels(in: pool)
      let across = Samples(try FlipProcessor(.horizontal).process(pixels, pool: pool))
      #expect(across == samples.moved(width: width, height: height) { (width - 1 - $0, $1) })
      let down = Samples(try FlipProcessor(.vertical).process(pixels, pool: pool))
      #expect(down == samples.moved(width: width, height: height) { ($0, height - 1 - $1) })
    }
    #expect(FlipProcessor(.horizontal).identity != FlipProcessor(.vertical).identity)
  }
}
