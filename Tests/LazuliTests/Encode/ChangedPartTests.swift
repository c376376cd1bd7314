import LazuliCore
import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("What a frame changes")
struct ChangedPartTests {
  private let pool = PixelBufferPool()

  @Test("Drawn over the frame before, it is the frame", arguments: [PixelFormat.rgba8, .rgba16])
  func drawn(_ format: PixelFormat) throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededGenerator(seed)
      let (width, height) = (Int.random(in: 1...9, using: &random), Int.random(in: 1...9, using: &random))
      let old = Samples.random(width, height, format, using: &random)
      var new = old
      for index in new.values.indices where Int.random(in: 0..<20, using: &random) == 0 {
        new.values[index] = seed % 3 == 0 ? 0 : old.maximum
        new.values[index | 3] = seed % 2 == 0 ? old.maximum : new.values[index | 3]
      }
      let part = try ChangedPart(from: old.pixels(in: pool), to: new.pixels(in: pool), pool: pool)
      var compositor = FrameCompositor(width: width, height: height, format: format, pool: pool)
      let whole = PixelRectangle(x: 0, y: 0, width: width, height: height)
      _ = try compositor.compose(old.pixels(in: pool), FrameInformation(index: 0, rectangle: whole))
      let frame = FrameInformation(index: 1, rectangle: part.rectangle, blend: part.blend)
      // Colours that nobody sees may get lost.
      #expect(Samples(try compositor.compose(part.pixels, frame)).seen == new.seen, "seed \(seed)")
    }
  }

  @Test("It holds what differs and no more")
  func rectangle() throws {
    let old = Samples(width: 8, height: 6, format: .rgba8)
    var new = old
    for (x, y) in [(2, 1), (5, 3)] { new[x, y, 3] = 255 }
    let part = try ChangedPart(from: old.pixels(in: pool), to: new.pixels(in: pool), pool: pool)
    #expect(part.rectangle == PixelRectangle(x: 2, y: 1, width: 4, height: 3))
    #expect(part.blend == .over)
  }

  @Test("Where nothing changes it is a pixel that changes nothing")
  func nothing() throws {
    let same = try Samples(width: 8, height: 6, format: .rgba8).pixels(in: pool)
    let part = try ChangedPart(from: same, to: same, pool: pool)
    #expect(part.rectangle == PixelRectangle(x: 0, y: 0, width: 1, height: 1))
  }

  @Test("What becomes transparent is not drawn over")
  func cleared() throws {
    var old = Samples(width: 4, height: 4, format: .rgba8)
    old[0, 0, 3] = 255
    let new = Samples(width: 4, height: 4, format: .rgba8)
    let part = try ChangedPart(from: old.pixels(in: pool), to: new.pixels(in: pool), pool: pool)
    #expect(part.blend == .source && part.pixels.width == 1)
  }
}

extension Samples {
  /// Zeros where alpha is zero.
  fileprivate var seen: [Int] { values.indices.map { values[$0 | 3] == 0 ? 0 : values[$0] } }
}
