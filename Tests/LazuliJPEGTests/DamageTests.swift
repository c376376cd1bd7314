import DecoderHarness
import LazuliABI
import Testing

@Suite("Damaged JPEG files")
struct DamageTests {
  let samples: Samples
  static let bytesPerRow = Samples.width * 4

  init() throws {
    samples = try Samples()
  }

  @Test("Rows told of in a truncated file are those of the whole file", arguments: [LZL_CHROMA_444, LZL_CHROMA_420])
  func truncated(_ chroma: UInt32) throws {
    let file = try samples.file(chroma: chroma)
    let whole = try samples.decode(file).pixels
    let start = try #require(Samples.place(of: 0xDA, in: file))
    for end in stride(from: start + 40, to: file.count - 8, by: 61) {
      let run = try samples.decode(Array(file[..<end]))
      #expect(run.error?.code == LZL_ERROR_TRUNCATED)
      #expect(run.arePixelsUsable == (run.rowCount > 0))
      #expect(run.rowCount < Samples.height)
      #expect(run.pixels.elementsEqual(whole.prefix(run.rowCount * Self.bytesPerRow)), "cut at \(end)")
    }
  }

  @Test("A truncated progressive file gives all rows, as good as they got, and then the error")
  func truncatedProgressive() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let end = try #require(Samples.place(of: 0xDA, 3, in: file))
    let run = try samples.decode(Array(file[..<(end + 30)]))
    #expect(run.error?.code == LZL_ERROR_TRUNCATED)
    #expect(run.arePixelsUsable)
    #expect(run.rowCount == Samples.height)
    #expect(run.error != nil)
  }

  @Test("A progressive file that ends between two scans is truncated")
  func truncatedBetweenScans() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let end = try #require(Samples.place(of: 0xC4, 2, in: file))
    let run = try samples.decode(Array(file[..<end]))
    #expect(run.error?.code == LZL_ERROR_TRUNCATED)
    #expect(run.rowCount == Samples.height)
  }

  @Test("A file with all rows but no end marker is complete, with a warning", arguments: [0, LZL_ENCODE_PROGRESSIVE])
  func noEndMarker(_ flags: UInt32) throws {
    let file = try samples.file(flags: flags)
    let run = try samples.decode(Array(file.dropLast(2)))
    #expect(run.isWhole)
    #expect(run.warnings.map(\.code) == [LZL_ERROR_TRUNCATED])
    #expect(try run.pixels == samples.decode(file).pixels)
  }

  @Test("A second frame header ends a progressive file, and what came before it is shown", arguments: [true, false])
  func secondFrameHeader(_ wantsPreview: Bool) throws {
    var file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let place = try #require(Samples.place(of: 0xC4, 3, in: file))
    let header: [UInt8] = [0xFF, 0xC2, 0, 38, 8, 0xFF, 0xDC, 0xFF, 0xDC, 10]
    file.insert(contentsOf: header + [UInt8](repeating: 0x11, count: 30), at: place)
    let plan = DecodePlan().with { $0.stepFlags = wantsPreview ? LZL_STEP_WANT_PREVIEW : 0 }
    let run = try samples.decode(file, plan)
    #expect(run.error?.code == LZL_ERROR_CORRUPT)
    #expect(run.arePixelsUsable)
    #expect(run.rowCount == Samples.height)
  }

  @Test("Bits that were turned are warnings, and every row comes")
  func flippedBits() throws {
    var file = try samples.file()
    let start = try #require(Samples.place(of: 0xDA, in: file))
    for place in stride(from: start + 100, to: file.count - 20, by: 97) where file[place] < 0xFE { file[place] ^= 0x41 }
    let run = try samples.decode(file)
    #expect(run.isWhole)
    #expect(run.rowCount == Samples.height)
    #expect(!run.warnings.isEmpty)
    #expect(run.warnings.count < 12)
  }

  @Test("What is not JPEG is left to other plugins", arguments: [[], [0xFF], [0x89, 0x50, 0x4E, 0x47]] as [[UInt8]])
  func notJPEG(_ file: [UInt8]) throws {
    #expect(try samples.decode(file).error?.code == LZL_ERROR_NOT_THIS_FORMAT)
  }

  @Test("A file that ends ahead of its pixels is truncated, without pixels", arguments: [2, 3, 10, 30, 200])
  func truncatedHeader(_ count: Int) throws {
    let run = try samples.decode(Array(samples.file().prefix(count)))
    #expect(run.error?.code == LZL_ERROR_TRUNCATED)
    #expect(!run.arePixelsUsable)
  }
}
