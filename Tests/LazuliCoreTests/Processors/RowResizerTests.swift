import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Resizing row by row")
struct RowResizerTests {
  let pool = PixelBufferPool()

  private func resizer(_ source: Samples, _ width: Int, _ height: Int) throws -> RowResizer {
    let layout = try #require(PixelLayout(width: width, height: height, format: source.format))
    return try RowResizer(width: source.width, height: source.height, into: pool.surface(layout))
  }

  @Test("Strips of any height give what the whole image gives")
  func strips() throws {
    var generator = SeededGenerator(8)
    for format in PixelFormat.allCases {
      let samples = Samples.random(37, 53, format, using: &generator)
      let pixels = try samples.pixels(in: pool)
      let resizer = try resizer(samples, 11, 9)
      while resizer.takenRowCount < 53 {
        let count = min(Int.random(in: 1...7, using: &generator), 53 - resizer.takenRowCount)
        pixels.withUnsafeBytes { bytes in
          let start = resizer.takenRowCount * pixels.bytesPerRow
          let strip = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count * pixels.bytesPerRow])
          resizer.push(strip, bytesPerRow: pixels.bytesPerRow)
        }
        #expect(resizer.finishedRowCount == resizer.takenRowCount * 9 / 53)
      }
      #expect(resizer.isFinished)
      let whole = try ResizeProcessor(width: 11, height: 9).process(pixels, pool: pool)
      #expect(Samples(resizer.surface.freeze()) == Samples(whole), "\(format)")
    }
  }

  @Test("Of an image at reduced size only what is picture is spread over the target", arguments: 1...8)
  func extents(numerator: Int) throws {
    var generator = SeededGenerator(UInt64(numerator))
    let extent = try #require(ReducedExtent(of: ImageSize(width: 21, height: 13), numerator: numerator, denominator: 8))
    let size = try #require(extent.size)
    for format in PixelFormat.allCases {
      let samples = Samples.random(size.width, size.height, format, using: &generator)
      // Each pixel as 8×8 pixels, and of these as many as are picture: their average needs no parts.
      let finer = samples.moved(width: 21 * numerator, height: 13 * numerator) { ($0 / 8, $1 / 8) }
      for target in [(1, 1), (2, 3), (5, 4), (19, 40)] {
        let layout = try #require(PixelLayout(width: target.0, height: target.1, format: format))
        let resizer = try RowResizer(
          width: size.width, height: size.height, extent: extent, into: pool.surface(layout))
        let pixels = try samples.pixels(in: pool)
        pixels.withUnsafeBytes { resizer.push($0, bytesPerRow: pixels.bytesPerRow) }
        #expect(resizer.isFinished)
        let expected = try ResizeProcessor(width: target.0, height: target.1).process(
          finer.pixels(in: pool), pool: pool)
        #expect(Samples(resizer.surface.freeze()) == Samples(expected), "\(format) to \(target)")
      }
    }
  }

  @Test("An extent of another size than the image's is refused")
  func wrongExtent() throws {
    let extent = try #require(ReducedExtent(of: ImageSize(width: 21, height: 13), numerator: 4, denominator: 8))
    let layout = try #require(PixelLayout(width: 2, height: 2, format: .gray8))
    let surface = try pool.surface(layout)
    #expect(throws: ImageError.self) { try RowResizer(width: 10, height: 7, extent: extent, into: surface) }
    #expect(ReducedExtent(of: ImageSize(width: 21, height: 13), numerator: 9, denominator: 8) == nil)
  }

  @Test("Skipped rows count as zeros, and alone make a transparent image")
  func skipping() throws {
    var generator = SeededGenerator(9)
    for format in PixelFormat.allCases {
      var samples = Samples.random(8, 20, format, using: &generator)
      for index in samples.values.indices where index >= samples.values.count / 2 { samples.values[index] = 0 }
      let pixels = try samples.pixels(in: pool)
      let resizer = try resizer(samples, 3, 7)
      pixels.withUnsafeBytes { bytes in
        resizer.push(.init(rebasing: bytes[..<(10 * pixels.bytesPerRow)]), bytesPerRow: pixels.bytesPerRow)
      }
      resizer.skip(rowCount: 1000)
      let whole = try ResizeProcessor(width: 3, height: 7).process(pixels, pool: pool)
      #expect(Samples(resizer.surface.freeze()) == Samples(whole), "\(format)")
    }
  }

  @Test("Rows too many, too short or too close are left out")
  func misuse() throws {
    let samples = Samples(width: 4, height: 2, format: .rgba8)
    let resizer = try resizer(samples, 2, 1)
    let bytes = [UInt8](repeating: 255, count: 1000)
    bytes.withUnsafeBytes { bytes in
      resizer.push(.init(rebasing: bytes[..<15]), bytesPerRow: 16)
      resizer.push(bytes, bytesPerRow: 15)
      #expect(resizer.takenRowCount == 0)
      resizer.push(bytes, bytesPerRow: 16)
    }
    #expect(resizer.takenRowCount == 2)
    #expect(Samples(resizer.surface.freeze()).values == Array(repeating: 255, count: 8))
  }
}
