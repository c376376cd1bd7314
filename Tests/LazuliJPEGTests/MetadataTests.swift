import DecoderHarness
import LazuliABI
import Testing

@Suite("Metadata of JPEG files")
struct MetadataTests {
  let samples: Samples
  /// A TIFF header and a directory with orientation 6, little endian.
  static let exif: [UInt8] = [
    0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
  ]
  static let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 >> 8) }

  init() throws {
    samples = try Samples()
  }

  @Test("Profile, EXIF, XMP and density survive writing and reading", arguments: [.atRest, .random(seed: 1)] as [Cuts])
  func roundTrip(_ cuts: Cuts) throws {
    let run = try samples.decode(full(), DecodePlan(cuts))
    #expect(run.isWhole)
    #expect(run.warnings.isEmpty)
    #expect(item(LZL_METADATA_ICC, of: run) == Self.profile)
    #expect(item(LZL_METADATA_EXIF, of: run) == Self.exif)
    #expect(item(LZL_METADATA_XMP, of: run) == Array("<x/>".utf8))
    let header = try #require(run.header)
    #expect(header.orientation == 6)
    #expect(header.color.flags == LZL_COLOR_ICC)
    #expect(header.color.icc_size == UInt64(Self.profile.count))
    #expect(header.pixels_per_metre_x == 11_811)
  }

  @Test("All that stands ahead of the pixels is announced by the header")
  func order() throws {
    let marks = try samples.decode(full()).marks
    let last = try #require(marks.lastIndex { $0.hasPrefix("METADATA") })
    #expect(last + 1 == marks.firstIndex(of: "HEADER"))
  }

  @Test("An orientation without EXIF is written as EXIF", arguments: 2...8 as ClosedRange<UInt32>)
  func orientation(_ orientation: UInt32) throws {
    var request = Self.request
    request.image.orientation = orientation
    let file = try samples.encode(Samples.pixels(LZL_FORMAT_GRAY8), request).file
    #expect(try samples.decode(file).header?.orientation == orientation)
  }

  @Test("EXIF that points outside of itself says nothing", arguments: [4, 8, 11, 14, 17])
  func brokenExif(_ place: Int) throws {
    var request = Self.request
    request.exif = Self.exif
    request.exif[place] = 0xF7
    let run = try samples.decode(samples.encode(Samples.pixels(LZL_FORMAT_GRAY8), request).file)
    #expect(run.isWhole)
    #expect(run.header?.orientation == (place == 8 ? 6 : 0))
  }

  @Test(
    "A profile whose parts do not fit together is left out with a warning",
    arguments: [(16, 0), (16, 2), (16, 200), (17, 0), (17, 2), (17, 255)])
  func brokenProfile(_ offset: Int, _ value: UInt8) throws {
    var file = try full()
    // Number and count stand behind the marker, a length and a name.
    file[try #require(Samples.place(of: 0xE2, in: file)) + offset] = value
    let run = try samples.decode(file)
    #expect(run.isWhole)
    #expect(item(LZL_METADATA_ICC, of: run) == nil)
    #expect(run.header?.color.flags == 0)
    #expect(run.warnings.map(\.code) == [LZL_ERROR_CORRUPT])
  }

  @Test("Metadata above the limit are left out with one warning")
  func limit() throws {
    var limits = lzl_limits.unlimited
    limits.maximum_metadata_bytes = 1000
    let run = try samples.decode(full(), limits: limits)
    #expect(run.isWhole)
    #expect(run.items.map(\.kind) == [LZL_METADATA_EXIF, LZL_METADATA_XMP])
    #expect(run.warnings.map(\.limit) == [LZL_LIMIT_METADATA_BYTES])
  }

  @Test("A comment is text in UTF-8, taken as Latin-1 where it is none")
  func comments() throws {
    var file = try samples.file()
    file.insert(contentsOf: [0xFF, 0xFE, 0, 4, 0xC3, 0xA9, 0xFF, 0xFE, 0, 3, 0xE9, 0xFF, 0xFE, 0, 2], at: 2)
    let texts = try samples.decode(file).items.filter { $0.kind == LZL_METADATA_TEXT }
    #expect(texts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["Comment\0é", "Comment\0é", "Comment\0"])
  }

  @Test("EXIF behind the first scan still tells the orientation")
  func lateExif() throws {
    var file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let segment = [0xFF, 0xE1, 0, UInt8(Self.exif.count + 8)] + Array("Exif\0\0".utf8) + Self.exif
    file.insert(contentsOf: segment, at: try #require(Samples.place(of: 0xC4, 2, in: file)))
    let run = try samples.decode(file)
    #expect(run.header?.orientation == 0)
    #expect(run.items.contains { $0.kind == LZL_METADATA_ORIENTATION && $0.value == 6 })
  }

  private static var request: EncodeRun.Request {
    .init(format: LZL_FORMAT_GRAY8, width: Samples.width, height: Samples.height)
  }

  private func full() throws -> [UInt8] {
    var request = Self.request
    request.exif = Self.exif
    request.icc = Self.profile
    request.xmp = Array("<x/>".utf8)
    request.image.pixels_per_metre_x = 11_811
    request.image.pixels_per_metre_y = 11_811
    return try samples.encode(Samples.pixels(LZL_FORMAT_GRAY8), request).file
  }

  private func item(_ kind: UInt32, of run: Decoding) -> [UInt8]? {
    run.items.first { $0.kind == kind }?.bytes
  }
}
