import LazuliABI
import Testing

@Suite("Writing JPEG")
struct EncoderTests {
  let samples: Samples

  init() throws {
    samples = try Samples()
  }

  @Test(
    "What was written reads back alike, whatever the options",
    arguments: [0, LZL_ENCODE_PROGRESSIVE, LZL_ENCODE_OPTIMIZE], [LZL_CHROMA_444, LZL_CHROMA_422, LZL_CHROMA_420])
  func roundTrip(_ flags: UInt32, _ chroma: UInt32) throws {
    var request = EncodeRun.Request(format: LZL_FORMAT_RGBA8, width: 64, height: 48)
    request.options.flags = flags
    request.options.chroma = chroma
    request.options.quality = 100
    let pixels = (0..<64 * 48).flatMap { (place: Int) -> [UInt8] in [UInt8(place % 64 * 2), UInt8(place / 64), 90, 255]
    }
    let run = try samples.decode(samples.encode(pixels, request).file)
    let difference = zip(run.pixels, pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(run.isWhole)
    #expect(try #require(difference) <= 4)
  }

  @Test("The number of rows in a call changes nothing", arguments: [1, 7, 70])
  func rowsPerCall(_ count: Int) throws {
    for format in [LZL_FORMAT_RGBA8, LZL_FORMAT_GRAY8, LZL_FORMAT_CMYK8] {
      var request = EncodeRun.Request(format: format, width: Samples.width, height: Samples.height)
      let whole = try samples.encode(Samples.pixels(format), request).file
      request.rowsPerCall = count
      #expect(try samples.encode(Samples.pixels(format), request).file == whole)
    }
  }

  @Test("CMYK is the same file, given inverted or not")
  func cmyk() throws {
    var request = EncodeRun.Request(format: LZL_FORMAT_CMYK8, width: Samples.width, height: Samples.height)
    let pixels = Samples.pixels(LZL_FORMAT_CMYK8)
    let plain = try samples.encode(pixels, request).file
    request.image.flags = LZL_ENCODE_IMAGE_INVERTED_CMYK
    #expect(try samples.encode(pixels.map { 255 - $0 }, request).file == plain)
  }

  @Test("Colour is sampled at every pixel from quality 90 on", arguments: [(0, 0x22), (89, 0x22), (90, 0x11)])
  func defaultChroma(_ quality: UInt32, _ sampling: UInt8) throws {
    var request = EncodeRun.Request(format: LZL_FORMAT_RGBA8, width: Samples.width, height: Samples.height)
    request.options.quality = quality
    let file = try samples.encode(Samples.pixels(LZL_FORMAT_RGBA8), request).file
    #expect(file[try #require(Samples.place(of: 0xC0, in: file)) + 11] == sampling)
  }

  @Test("The default quality is 85")
  func defaultQuality() throws {
    var request = EncodeRun.Request(format: LZL_FORMAT_RGBA8, width: Samples.width, height: Samples.height)
    let file = try samples.encode(Samples.pixels(LZL_FORMAT_RGBA8), request).file
    request.options.quality = 85
    #expect(try samples.encode(Samples.pixels(LZL_FORMAT_RGBA8), request).file == file)
  }

  @Test("What does not fit into a JPEG file is refused, not left out")
  func refusals() throws {
    var request = EncodeRun.Request(format: LZL_FORMAT_GRAY8, width: Samples.width, height: Samples.height)
    request.exif = [UInt8](repeating: 1, count: 65_528)
    let pixels = Samples.pixels(LZL_FORMAT_GRAY8)
    #expect(try samples.encode(pixels, request).error?.code == LZL_ERROR_UNSUPPORTED)
    request.exif.removeLast()
    #expect(try samples.encode(pixels, request).error == nil)
    request.image.frame_count = 2
    #expect(try samples.encode(pixels, request).error?.code == LZL_ERROR_UNSUPPORTED)
    let wide = EncodeRun.Request(format: LZL_FORMAT_GRAY8, width: 65_501, height: 1)
    #expect(try samples.encode([UInt8](repeating: 0, count: 65_501), wide).error?.code == LZL_ERROR_UNSUPPORTED)
  }
}
