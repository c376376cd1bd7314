import LazuliABI
import LazuliPluginDriver
import Testing

@Suite("Formats and sizes of decoded JPEG")
struct FormatTests {
  let samples: Samples

  init() throws {
    samples = try Samples()
  }

  @Test("A side of n/8 is rounded up", arguments: 1...8 as ClosedRange<UInt32>, [0, LZL_ENCODE_PROGRESSIVE])
  func scales(_ numerator: UInt32, _ flags: UInt32) throws {
    var request = DecodeRun.Request()
    request.scaleNumerator = numerator
    let run = try samples.decode(samples.file(flags: flags), request)
    let (width, height) = ((Samples.width * Int(numerator) + 7) / 8, (Samples.height * Int(numerator) + 7) / 8)
    #expect(run.isDone)
    #expect(run.rowCount == height)
    #expect(run.frames.first?.count == width * height * 4)
  }

  @Test("Gray is given as gray or as RGBA")
  func gray() throws {
    let file = try samples.file(format: LZL_FORMAT_GRAY8)
    let gray = try #require(try samples.decode(file).frames.first)
    var request = DecodeRun.Request()
    request.format = LZL_FORMAT_RGBA8
    let run = try samples.decode(file, request)
    #expect(run.header?.native_format == LZL_FORMAT_GRAY8)
    #expect(run.frames.first == gray.flatMap { [$0, $0, $0, 255] })
  }

  @Test("Adobe's inverted CMYK becomes RGBA by c·k/255, rounded")
  func cmyk() throws {
    let file = try samples.file(format: LZL_FORMAT_CMYK8)
    let native = try samples.decode(file)
    var request = DecodeRun.Request()
    request.format = LZL_FORMAT_RGBA8
    let rgba = try samples.decode(file, request)
    #expect(native.header.map { $0.flags & LZL_HEADER_INVERTED_CMYK != 0 } == true)
    #expect(rgba.frames.first == native.frames.first.map { Self.rgba(inverted: $0) })
  }

  @Test("CMYK without Adobe's marker is not inverted")
  func plainCMYK() throws {
    var file = try samples.file(format: LZL_FORMAT_CMYK8)
    // Made an application segment that means nothing; the samples are CMYK then, not YCCK.
    file[try #require(Samples.place(of: 0xEE, in: file)) + 1] = 0xEF
    let native = try samples.decode(file)
    var request = DecodeRun.Request()
    request.format = LZL_FORMAT_RGBA8
    let rgba = try samples.decode(file, request)
    #expect(native.header.map { $0.flags & LZL_HEADER_INVERTED_CMYK } == 0)
    #expect(rgba.frames.first == native.frames.first.map { Self.rgba(inverted: $0.map { 255 - $0 }) })
  }

  @Test("Pixels nobody wants are not decoded")
  func unwanted() throws {
    var request = DecodeRun.Request()
    request.wantsPixels = false
    let run = try samples.decode(samples.file(), request)
    #expect(run.isDone)
    #expect(run.rows.isEmpty)
  }

  @Test("An image above a limit on pixels or sides is refused at its header")
  func pixelLimits() throws {
    var request = DecodeRun.Request()
    request.limits.maximum_side = UInt32(Samples.width - 1)
    #expect(try samples.decode(samples.file(), request).error?.limit == LZL_LIMIT_SIDE)
    request = DecodeRun.Request()
    request.limits.maximum_source_pixels = UInt64(Samples.width * Samples.height - 1)
    #expect(try samples.decode(samples.file(), request).error?.limit == LZL_LIMIT_SOURCE_PIXELS)
  }

  private static func rgba(inverted samples: [UInt8]) -> [UInt8] {
    var pixels = samples
    for index in stride(from: 0, to: samples.count, by: 4) {
      let black = Int(samples[index + 3])
      for place in index..<index + 3 { pixels[place] = UInt8((Int(samples[place]) * black + 127) / 255) }
      pixels[index + 3] = 255
    }
    return pixels
  }
}
