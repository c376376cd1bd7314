import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Applying orientations")
struct OrientProcessorTests {
  let pool = PixelBufferPool()

  /// Where an upright pixel is stored, from the places of the 0th row and column that EXIF gives.
  private func reference(_ stored: Samples, _ orientation: Orientation) -> Samples {
    let (right, bottom) = (stored.width - 1, stored.height - 1)
    let size = ImageSize(width: stored.width, height: stored.height).oriented(orientation)
    return stored.moved(width: size.width, height: size.height) { x, y in
      switch orientation {
      case .up: (x, y)
      case .upMirrored: (right - x, y)
      case .down: (right - x, bottom - y)
      case .downMirrored: (x, bottom - y)
      case .leftMirrored: (y, x)
      case .right: (y, bottom - x)
      case .rightMirrored: (right - y, bottom - x)
      case .left: (right - y, x)
      }
    }
  }

  @Test("All orientations put every pixel in its place, in every format", arguments: Orientation.allCases)
  func places(orientation: Orientation) throws {
    var generator = SeededGenerator(3)
    for format in PixelFormat.allCases {
      for (width, height) in [(1, 1), (1, 7), (9, 1), (3, 5), (33, 31), (64, 32), (70, 101)] {
        let samples = Samples.random(width, height, format, using: &generator)
        for alignment in [4, 64] {
          let pixels = try samples.pixels(in: pool, rowAlignment: alignment)
          let upright = try OrientProcessor(orientation).process(pixels, pool: pool)
          #expect(Samples(upright) == reference(samples, orientation), "\(format) \(width)×\(height)")
        }
      }
    }
  }

  @Test("The first row of an image that needs a quarter turn clockwise becomes the last column")
  func quarterTurn() throws {
    var samples = Samples(width: 2, height: 3, format: .gray8)
    samples.values = [1, 2, 3, 4, 5, 6]
    let upright = try OrientProcessor(.right).process(samples.pixels(in: pool), pool: pool)
    #expect(Samples(upright).values == [5, 3, 1, 6, 4, 2])
  }

  @Test("Upright pixels come back without a copy; identities differ")
  func upright() throws {
    let pixels = try Samples(width: 4, height: 4, format: .rgba8).pixels(in: pool)
    let same = try OrientProcessor(.up).process(pixels, pool: pool)
    #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    #expect(Set(Orientation.allCases.map { OrientProcessor($0).identity }).count == 8)
  }
}
