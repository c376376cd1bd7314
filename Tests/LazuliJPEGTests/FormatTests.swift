import DecoderHarness
import LazuliABI
import Testing

@Suite("Formats and sizes of decoded JPEG")
struct FormatTests {
  let samples: Samples

  init() throws {
    samples = try Samples()
  }

  @Test("A side of n/8 is rounded up", arguments: 1...8 as ClosedRange<UInt32>, [0, LZL_ENCODE_PROGRESSIVE])
  func scales(_ numerator: UInt32, _ flags: UInt32) throws {
    let plan = DecodePlan().with {
      $0.scaleNumerator = numerator
      $0.scaleDenominator = 8
    }
    let run = try samples.decode(samples.file(flags: flags), plan)
    let (width, height) = ((Samples.width * Int(numerator) + 7) / 8, (Samples.height * Int(numerator) + 7) / 8)
    #expect(run.isWhole)
    #expect(run.rowCount == height)
    #expect(run.pixels.count == width * height * 4)
  }

  @Test("Gray is given as gray or as RGBA")
  func gray() throws {
    let file = try samples.file(format: LZL_FORMAT_GRAY8)
    let gray = try samples.decode(file).pixels
    let run = try samples.decode(file, Self.rgba)
    #expect(run.header?.native_format == LZL_FORMAT_GRAY8)
    #expect(run.pixels == gray.flatMap { [$0, $0, $0, 255] })
  }

  @Test("Adobe's inverted CMYK becomes RGBA by c·k/255, rounded")
  func cmyk() throws {
    let file = try samples.file(format: LZL_FORMAT_CMYK8)
    let native = try samples.decode(file)
    let rgba = try samples.decode(file, Self.rgba)
    #expect(native.header.map { $0.flags & LZL_HEADER_INVERTED_CMYK != 0 } == true)
    #expect(rgba.pixels == Self.rgba(inverted: native.pixels))
  }

  @Test("CMYK without Adobe's marker is not inverted")
  func plainCMYK() throws {
    var file = try samples.file(format: LZL_FORMAT_CMYK8)
    // Made an application segment that means nothing; the samples are CMYK then, not YCCK.
    file[try #require(Samples.place(of: 0xEE, in: file)) + 1] = 0xEF
    let native = try samples.decode(file)
    let rgba = try samples.decode(file, Self.rgba)
    #expect(native.header.map { $0.flags & LZL_HEADER_INVERTED_CMYK } == 0)
    #expect(rgba.pixels == Self.rgba(inverted: native.pixels.map { 255 - $0 }))
  }

  @Test("Pixels nobody wants are not decoded")
  func unwanted() throws {
    let run = try samples.decode(samples.file(), DecodePlan().with { $0.wantsPixels = false })
    #expect(run.isWhole)
    #expect(run.rows.isEmpty)
  }

  @Test("An image above a limit on pixels or sides is refused at its header")
  func pixelLimits() throws {
    var limits = lzl_limits.unlimited
    limits.maximum_side = UInt32(Samples.width - 1)
    #expect(try samples.decode(samples.file(), limits: limits).error?.limit == LZL_LIMIT_SIDE)
    limits = .unlimited
    limits.maximum_source_pixels = UInt64(Samples.width * Samples.height - 1)
    #expect(try samples.decode(samples.file(), limits: limits).error?.limit == LZL_LIMIT_SOURCE_PIXELS)
  }

  private static let rgba = DecodePlan().with { $0.format = LZL_FORMAT_RGBA8 }

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
