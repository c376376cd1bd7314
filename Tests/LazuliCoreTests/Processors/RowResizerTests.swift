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
