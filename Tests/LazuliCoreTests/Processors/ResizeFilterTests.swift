import Glibc
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Resizing by filters")
struct ResizeFilterTests {
  let pool = PixelBufferPool()

  @Test("Every filter gives the exact weighted sum, in every format", arguments: ResizeFilter.allCases)
  func references(filter: ResizeFilter) throws {
    for format in PixelFormat.allCases { try check(format, filter, isLinear: false) }
  }

  @Test("In linear light, light is weighed", arguments: ResizeFilter.allCases)
  func linearLight(filter: ResizeFilter) throws {
    for format in PixelFormat.allCases where format != .cmyk8 { try check(format, filter, isLinear: true) }
  }

  private func check(_ format: PixelFormat, _ filter: ResizeFilter, isLinear: Bool) throws {
    var generator = SeededGenerator(31)
    var difference = Difference()
    var sizes = [
      [1, 1, 1, 1], [1, 9, 1, 4], [9, 1, 4, 1], [7, 5, 1, 1], [16, 16, 8, 8], [6, 4, 9, 11], [1, 1, 5, 3],
      [40, 2, 3, 9],
    ]
    sizes += (0..<8).map { _ in (0..<4).map { _ in Int.random(in: 1...40, using: &generator) } }
    for size in sizes {
      let samples = Samples.random(size[0], size[1], format, using: &generator)
      let processor = ResizeProcessor(
        .exact(ImageSize(width: size[2], height: size[3])), filter: filter, isInLinearLight: isLinear)
      let resized = Samples(try processor.process(samples.pixels(in: pool), pool: pool))
      guard size[..<2] != size[2...] else { continue }
      let exact = ExactResize(samples, size[2], size[3], filter, isLinear: isLinear)
      // Premultiplied light is rounded twice: straight, and multiplied again.
      let isTwice = isLinear && format == .rgba8Premultiplied
      difference.add(resized, exact.values, slack: isTwice ? 1 : isLinear ? 0.01 : 0.005)
    }
    #expect(difference.wrong == 0, "\(format) by \(filter): \(difference)")
    print("resize \(filter.rawValue) \(format.rawValue)\(isLinear ? " in linear light" : ""): \(difference)")
  }

  @Test("Strips of any height give what the whole image gives", arguments: ResizeFilter.allCases)
  func strips(filter: ResizeFilter) throws {
    var generator = SeededGenerator(32)
    for (width, height) in [(11, 9), (70, 90), (20, 53)] {
      let pixels = try Samples.random(37, 53, .rgba8, using: &generator).pixels(in: pool)
      let processor = ResizeProcessor(
        .exact(ImageSize(width: width, height: height)), filter: filter, isInLinearLight: true)
      let layout = try #require(PixelLayout(width: width, height: height, format: .rgba8))
      let resizer = try RowResizer(
        processor.plan(for: ImageSize(width: 37, height: 53)), filter: filter, isInLinearLight: true,
        into: pool.surface(layout))
      while resizer.takenRowCount < 53 {
        let count = min(Int.random(in: 1...7, using: &generator), 53 - resizer.takenRowCount)
        pixels.withUnsafeBytes { bytes in
          let start = resizer.takenRowCount * pixels.bytesPerRow
          let strip = UnsafeRawBufferPointer(rebasing: bytes[start..<start + count * pixels.bytesPerRow])
          resizer.push(strip, bytesPerRow: pixels.bytesPerRow)
        }
      }
      #expect(resizer.isFinished)
      #expect(Samples(resizer.surface.freeze()) == Samples(try processor.process(pixels, pool: pool)))
    }
  }

  @Test("A flat image stays flat at any size, in linear light too", arguments: ResizeFilter.allCases)
  func flat(filter: ResizeFilter) throws {
    for format in PixelFormat.allCases where format != .cmyk8 {
      for level in stride(from: 0, through: 255, by: 5) {
        var pixel = Samples(width: 1, height: 1, format: format)
        pixel.values = pixel.values.map { _ in level * pixel.maximum / 255 }
        if format.hasAlpha, format != .rgba8Premultiplied { pixel[0, 0, format.samplesPerPixel - 1] = pixel.maximum }
        let image = try pixel.moved(width: 5, height: 4) { _, _ in (0, 0) }.pixels(in: pool)
        for size in [ImageSize(width: 3, height: 2), ImageSize(width: 7, height: 9)] {
          let processor = ResizeProcessor(.exact(size), filter: filter, isInLinearLight: level % 2 == 0)
          let resized = Samples(try processor.process(image, pool: pool))
          let expected = pixel.moved(width: size.width, height: size.height) { _, _ in (0, 0) }
          let worst = zip(resized.values, expected.values).map { abs($0 - $1) }.max() ?? 0
          // 16 bits in linear light may be off by one step.
          #expect(worst <= (format.bitsPerSample == 16 ? 1 : 0), "\(format) \(level)")
        }
      }
    }
  }

  @Test("Of an image at reduced size only what is picture is spread over the target", arguments: ResizeFilter.allCases)
  func extents(filter: ResizeFilter) throws {
    var generator = SeededGenerator(35)
    var difference = Difference()
    for numerator in 1...8 {
      let stored = ImageSize(width: 21, height: 45)
      let extent = try #require(ReducedExtent(of: stored, numerator: numerator, denominator: 8))
      let size = try #require(extent.size)
      let samples = Samples.random(size.width, size.height, .rgba8, using: &generator)
      let pixels = try samples.pixels(in: pool)
      for target in [ImageSize(width: 1, height: 2), .init(width: 5, height: 4), .init(width: 30, height: 61)] {
        let surface = try pool.surface(
          #require(PixelLayout(width: target.width, height: target.height, format: .rgba8)))
        let plan = ResizePlan(from: size, extent, to: target)
        let resizer = try RowResizer(plan, filter: filter, isInLinearLight: true, into: surface)
        pixels.withUnsafeBytes { resizer.push($0, bytesPerRow: pixels.bytesPerRow) }
        #expect(resizer.isFinished)
        let sides = (21 * Double(numerator) / 8, 45 * Double(numerator) / 8)
        let exact = ExactResize(samples, extent: sides, target.width, target.height, filter, isLinear: true)
        difference.add(Samples(surface.freeze()), exact.values, slack: 0.01)
      }
    }
    #expect(difference.wrong == 0, "\(difference)")
  }

  @Test("Skipped rows count as zeros", arguments: ResizeFilter.allCases)
  func skipping(filter: ResizeFilter) throws {
    var generator = SeededGenerator(33)
    var samples = Samples.random(8, 20, .rgba8, using: &generator)
    for index in samples.values.indices where index >= samples.values.count / 2 { samples.values[index] = 0 }
    let pixels = try samples.pixels(in: pool)
    let layout = try #require(PixelLayout(width: 3, height: 7, format: .rgba8))
    let plan = ResizePlan(from: ImageSize(width: 8, height: 20), to: ImageSize(width: 3, height: 7))
    let resizer = try RowResizer(plan, filter: filter, into: pool.surface(layout))
    pixels.withUnsafeBytes { bytes in
      resizer.push(.init(rebasing: bytes[..<(10 * pixels.bytesPerRow)]), bytesPerRow: pixels.bytesPerRow)
    }
    resizer.skip(rowCount: 1000)
    let whole = try ResizeProcessor(width: 3, height: 7, filter: filter).process(pixels, pool: pool)
    #expect(Samples(resizer.surface.freeze()) == Samples(whole))
  }

  @Test("Linear light of ink is refused, with the remedy")
  func ink() throws {
    let pixels = try Samples(width: 2, height: 2, format: .cmyk8).pixels(in: pool)
    let processor = ResizeProcessor(.exact(ImageSize(width: 1, height: 1)), isInLinearLight: true)
    #expect { try processor.process(pixels, pool: pool) } throws: {
      let error = $0 as? ImageError
      return error?.code == .unsupported && error?.message.contains("rgba8") == true
    }
  }
}
