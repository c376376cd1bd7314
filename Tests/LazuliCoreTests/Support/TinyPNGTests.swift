import LazuliTestSupport
import Testing

@Suite("PNG files for tests")
struct TinyPNGTests {
  @Test("A file of one pixel is what other programs write, stored")
  func onePixel() {
    let header: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]
    // The check sum of IHDR is the one in every 1×1 RGBA8 file, that of IEND the one in every file.
    let sum: [UInt8] = [0x1F, 0x15, 0xC4, 0x89]
    let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    let file = TinyPNG.filled(width: 1, height: 1, with: [1, 2, 3, 4])
    #expect(Array(file[8..<33]) == header + sum)
    #expect(Array(file.suffix(12)) == end)
  }
}
