import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Resizing")
struct ResizeProcessorTests {
  let pool = PixelBufferPool()

  private func resize(_ samples: Samples, _ width: Int, _ height: Int) throws -> Samples {
    Samples(try ResizeProcessor(width: width, height: height).process(samples.pixels(in: pool), pool: pool))
  }

  /// The part of each source sample that lies under target sample `index`, in source samples.
  private func coverage(_ index: Int, _ source: Int, _ target: Int) -> [(index: Int, part: Double)] {
    let scale = Double(source) / Double(target)
    let (start, end) = (Double(index) * scale, Double(index + 1) * scale)
    return (Int(start)..<min(Int(end.rounded(.up)), source)).map { source in
      (source, max(min(Double(source + 1), end) - max(Double(source), start), 0))
    }
  }

  /// The sums over a target pixel: of alpha · colour and alpha, or of the samples.
  private func average(_ samples: Samples, _ x: Int, _ y: Int, _ target: Samples) -> [Double] {
    let isWeighted = samples.format.hasAlpha && samples.format != .rgba8Premultiplied
    let last = samples.format.samplesPerPixel - 1
    var sums = Array(repeating: 0.0, count: last + 1)
    var area = 0.0
    for row in coverage(y, samples.height, target.height) {
      for column in coverage(x, samples.width, target.width) {
        let part = row.part * column.part
        let alpha = isWeighted ? Double(samples[column.index, row.index, last]) : 1
        area += part
        for sample in 0...last {
          sums[sample] +=
            Double(samples[column.index, row.index, sample]) * part * (sample == last && isWeighted ? 1 : alpha)
        }
      }
    }
    guard isWeighted else { return sums.map { $0 / area } }
    guard (sums[last] / area).rounded() > 0 else { return Array(repeating: 0, count: last + 1) }
    return sums[..<last].map { $0 / sums[last] } + [sums[last] / area]
  }

  private func check(_ samples: Samples, _ width: Int, _ height: Int) throws {
    let resized = try resize(samples, width, height)
    var wrong = 0
    for y in 0..<height {
      for x in 0..<width {
        let expected = average(samples, x, y, resized)
        for (sample, value) in expected.enumerated() where !value.roundings.contains(resized[x, y, sample]) {
          wrong += 1
        }
      }
    }
    #expect(wrong == 0, "\(samples.format) \(samples.width)×\(samples.height) to \(width)×\(height)")
  }

  @Test("Each pixel is the average of the area it covers, in every format", arguments: PixelFormat.allCases)
  func references(format: PixelFormat) throws {
    var generator = SeededGenerator(5)
    let sizes = [(1, 1, 1, 1), (1, 9, 1, 4), (9, 1, 4, 1), (7, 5, 1, 1), (16, 16, 8, 8), (6, 4, 9, 11), (2, 2, 5, 1)]
    for (width, height, targetWidth, targetHeight) in sizes {
      try check(.random(width, height, format, using: &generator), targetWidth, targetHeight)
    }
    for _ in 0..<12 {
      let size = (0..<4).map { _ in Int.random(in: 1...40, using: &generator) }
      try check(.random(size[0], size[1], format, using: &generator), size[2], size[3])
    }
  }

  @Test("Opaque and translucent rows mix exactly", arguments: [PixelFormat.rgba8, .rgba16, .grayAlpha8])
  func mixedRows(format: PixelFormat) throws {
    var generator = SeededGenerator(6)
    for (width, height) in [(13, 17), (30, 8)] {
      var samples = Samples.random(31, 57, format, using: &generator)
      for y in 0..<57 where Bool.random(using: &generator) {
        for x in 0..<31 { samples[x, y, format.samplesPerPixel - 1] = samples.maximum }
      }
      try check(samples, width, height)
      try check(samples, width, 2)
    }
  }

  @Test("Sums longer than their narrow registers stay exact", arguments: [PixelFormat.rgba8, .gray8, .grayAlpha8])
  func longSums(format: PixelFormat) throws {
    var samples = Samples(width: 700, height: 600, format: format)
    samples.values = samples.values.map { _ in samples.maximum }
    samples[0, 0, 0] = 0
    let resized = try resize(samples, 1, 1)
    #expect(resized.values.allSatisfy { $0 == 255 })
    let narrow = try resize(samples, 1, 600)
    #expect(narrow.values.allSatisfy { $0 == 255 })
  }

  @Test("A flat image stays flat at any size")
  func flat() throws {
    var generator = SeededGenerator(7)
    for format in PixelFormat.allCases {
      let pixel = Samples.random(1, 1, format, using: &generator)
      let image = pixel.moved(width: 23, height: 19) { _, _ in (0, 0) }
      let isClear = format.hasAlpha && format != .rgba8Premultiplied && pixel.values.last == 0
      let expected = isClear ? Samples(width: 1, height: 1, format: format) : pixel
      #expect(try resize(image, 7, 31) == expected.moved(width: 7, height: 31) { _, _ in (0, 0) })
    }
  }

  @Test("Transparent pixels lend no colour")
  func transparentColors() throws {
    var samples = Samples(width: 2, height: 1, format: .rgba8)
    samples.values = [255, 0, 0, 0, 0, 0, 255, 255]
    #expect(try resize(samples, 1, 1).values == [0, 0, 255, 128])
  }

  @Test("The same size is the same memory; fitting never enlarges; colour information is kept")
  func fitting() throws {
    var color = ColorInformation()
    color.gamma = 0.5
    let pixels = try Samples(width: 40, height: 30, format: .rgba8).pixels(in: pool, color: color)
    let processor = ResizeProcessor(.fit(ImageSize(width: 100, height: 100)))
    let same = try processor.process(pixels, pool: pool)
    #expect(same.withUnsafeBytes { $0.baseAddress } == pixels.withUnsafeBytes { $0.baseAddress })
    let small = try ResizeProcessor(.fit(ImageSize(width: 10, height: 10))).process(pixels, pool: pool)
    #expect((small.width, small.height) == (10, 8))
    #expect(small.color.gamma == 0.5)
    #expect(processor.identity != ResizeProcessor(width: 100, height: 100).identity)
  }

  @Test("A source too large for exact sums is refused")
  func tooLarge() throws {
    let layout = try #require(PixelLayout(width: 2, height: 1, format: .rgba16))
    let surface = try pool.surface(layout)
    #expect { try RowResizer(width: 1 << 17 | 1, height: 1 << 17 | 1, into: surface) } throws: {
      ($0 as? ImageError)?.code == .limitExceeded
    }
  }
}
