import Lazuli
import LazuliCore
import LazuliTestSupport
import Testing

@Suite("Composing frames")
struct FrameCompositorTests {
  let pool = PixelBufferPool()

  private func frame(
    _ index: Int, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ disposal: FrameInformation.Disposal = .none,
    _ blend: FrameInformation.Blend = .source
  ) -> FrameInformation {
    FrameInformation(
      index: index, rectangle: PixelRectangle(x: x, y: y, width: width, height: height), disposal: disposal,
      blend: blend)
  }

  private func flat(_ width: Int, _ height: Int, _ pixel: [Int], _ format: PixelFormat = .rgba8) throws -> PixelBuffer {
    try Samples(width: width, height: height, format: format).mapPixels(to: format) { _ in pixel }.pixels(in: pool)
  }

  private func address(_ pixels: PixelBuffer) -> UnsafeRawPointer? { pixels.withUnsafeBytes { $0.baseAddress } }

  /// Random frames against the reference; `keeps` says whether earlier pictures are held on to.
  private func checkSequence(_ format: PixelFormat, seed: UInt64, keeps: Bool) throws {
    var generator = SeededGenerator(seed)
    let (width, height) = (Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator))
    var compositor = FrameCompositor(width: width, height: height, format: format, pool: pool)
    var reference = ReferenceCompositor(width: width, height: height, format: format)
    var kept: [(PixelBuffer, Samples)] = []
    for index in 0..<12 {
      let info = ReferenceCompositor.randomFrame(index, width: width, height: height, using: &generator)
      let samples = Samples.random(info.rectangle.width, info.rectangle.height, format, using: &generator)
      let expected = reference.compose(samples, info)
      let picture = try compositor.compose(samples.pixels(in: pool), info)
      #expect(Samples(picture) == expected, "\(format), seed \(seed), frame \(info)")
      if keeps { kept.append((picture, expected)) }
    }
    for (picture, expected) in kept { #expect(Samples(picture) == expected) }
  }

  @Test("Random sequences are what a plain compositor makes of them", arguments: [PixelFormat.rgba8, .rgba16])
  func sequences(format: PixelFormat) throws {
    for seed in 0..<150 {
      try checkSequence(format, seed: UInt64(seed), keeps: seed % 2 == 0)
    }
  }

  @Test("Every alpha over every alpha is rounded to nearest")
  func alphas() throws {
    var lower = Samples(width: 256, height: 256, format: .rgba8)
    var upper = lower
    for y in 0..<256 {
      for x in 0..<256 {
        for (sample, value) in [x, 255 - y, 17, x].enumerated() { lower[x, y, sample] = value }
        for (sample, value) in [y, 3, 255 - x, y].enumerated() { upper[x, y, sample] = value }
      }
    }
    var compositor = FrameCompositor(width: 256, height: 256, format: .rgba8, pool: pool)
    var reference = ReferenceCompositor(width: 256, height: 256, format: .rgba8)
    for (index, samples) in [lower, upper].enumerated() {
      let info = frame(index, 0, 0, 256, 256, .none, index == 0 ? .source : .over)
      #expect(try Samples(compositor.compose(samples.pixels(in: pool), info)) == reference.compose(samples, info))
    }
  }

  @Test("A single frame over the whole canvas passes through without a copy")
  func passThrough() throws {
    var compositor = FrameCompositor(width: 4, height: 4, format: .rgba8, pool: pool)
    let pixels = try flat(4, 4, [1, 2, 3, 4])
    #expect(try address(compositor.compose(pixels, frame(0, 0, 0, 4, 4))) == address(pixels))
  }

  @Test("A picture that is held does not change; one that is not held is drawn on")
  func copyOnWrite() throws {
    var compositor = FrameCompositor(width: 4, height: 4, format: .rgba8, pool: pool)
    let dot = try flat(1, 1, [9, 9, 9, 255])
    let held = try compositor.compose(dot, frame(0, 0, 0, 1, 1))
    let second = try address(compositor.compose(dot, frame(1, 1, 1, 1, 1)))
    #expect(second != address(held))
    #expect(Samples(held)[1, 1, 3] == 0)
    #expect(try address(compositor.compose(dot, frame(2, 2, 2, 1, 1))) == second)
  }

  @Test("Disposal to the previous on the first frame clears its rectangle")
  func firstPrevious() throws {
    var compositor = FrameCompositor(width: 2, height: 1, format: .rgba8, pool: pool)
    _ = try compositor.compose(flat(2, 1, [5, 5, 5, 255]), frame(0, 0, 0, 2, 1, .previous))
    let second = try compositor.compose(flat(1, 1, [7, 7, 7, 255]), frame(1, 0, 0, 1, 1))
    #expect(Samples(second).values == [7, 7, 7, 255, 0, 0, 0, 0])
  }

  @Test("A frame beside the canvas changes nothing, wherever it lies")
  func outside() throws {
    var compositor = FrameCompositor(width: 2, height: 2, format: .rgba8, pool: pool)
    let dot = try flat(1, 1, [1, 1, 1, 255])
    for (index, place) in [(5, 0), (-1, 0), (0, .max), (.min, .max)].enumerated() {
      let picture = try compositor.compose(dot, frame(index, place.0, place.1, 1, 1, .background, .over))
      #expect(Samples(picture).values.allSatisfy { $0 == 0 })
    }
  }

  @Test("A frame that is not what it says, and a format without compositing, are errors")
  func refusals() throws {
    var compositor = FrameCompositor(width: 2, height: 2, format: .rgba8, pool: pool)
    let pixels = try flat(1, 1, [1, 1, 1, 1])
    #expect { try compositor.compose(pixels, frame(0, 0, 0, 2, 2)) } throws: {
      ($0 as? ImageError)?.code == .pluginMisbehaved
    }
    let wide = try flat(2, 2, [1, 1, 1, 1], .rgba16)
    #expect(throws: ImageError.self) { try compositor.compose(wide, frame(0, 0, 0, 2, 2)) }
    var gray = FrameCompositor(width: 1, height: 1, format: .gray8, pool: pool)
    #expect { try gray.compose(flat(1, 1, [1], .gray8), frame(0, 0, 0, 1, 1)) } throws: {
      ($0 as? ImageError)?.code == .unsupported
    }
  }
}
