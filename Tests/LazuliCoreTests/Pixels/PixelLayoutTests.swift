import LazuliCore
import Testing

@Suite("Pixel layout")
struct PixelLayoutTests {
  @Test("A layout whose size overflows cannot be made")
  func overflow() {
    #expect(PixelLayout(width: .max / 2, height: 4, format: .rgba8) == nil)
    #expect(PixelLayout(width: 1 << 40, height: 1 << 40, format: .gray8) == nil)
  }

  @Test("A side which is not positive makes no layout", arguments: [0, -1])
  func emptySides(side: Int) {
    #expect(PixelLayout(width: side, height: 4, format: .rgba8) == nil)
    #expect(PixelLayout(width: 4, height: side, format: .rgba8) == nil)
  }

  @Test("An alignment that is no power of two makes no layout", arguments: [0, -4, 3, 12])
  func alignments(alignment: Int) {
    #expect(PixelLayout(width: 3, height: 2, format: .rgba16, rowAlignment: alignment) == nil)
  }

  @Test("Rows are padded to the alignment asked for")
  func padding() throws {
    let layout = try #require(PixelLayout(width: 3, height: 2, format: .gray8, rowAlignment: 64))
    #expect(layout.bytesPerRow == 64)
    #expect(layout.byteCount == 128)
    #expect(layout.usedBytesPerRow == 3)
  }
}
