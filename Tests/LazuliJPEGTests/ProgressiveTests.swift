import LazuliABI
import LazuliPluginDriver
import Testing

@Suite("JPEG files of several scans")
struct ProgressiveTests {
  let samples: Samples

  init() throws {
    samples = try Samples()
  }

  @Test("Without previews rows come once, in the last pass")
  func withoutPreviews() throws {
    let run = try samples.decode(samples.file(flags: LZL_ENCODE_PROGRESSIVE))
    #expect(run.header.map { $0.flags & LZL_HEADER_PASSES != 0 } == true)
    #expect(Set(run.rows.map(\.pass)) == [UInt32(run.passes.count)])
    #expect(run.rows.map(\.count).reduce(0, +) == UInt32(Samples.height))
  }

  @Test("With previews every scan is shown, and the last is the picture", arguments: [nil, 50])
  func withPreviews(_ chunkSize: Int?) throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    var request = DecodeRun.Request()
    request.wantsPreview = true
    request.chunkSize = chunkSize
    let run = try samples.decode(file, request)
    #expect(run.passes == Array(0..<9))
    #expect(Set(run.rows.map(\.pass)) == Set(0...9))
    #expect(try run.frames == samples.decode(file).frames)
  }

  @Test("A scan is shown before the bytes of the next one come")
  func early() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let second = try #require(Samples.place(of: 0xDA, 1, in: file))
    var request = DecodeRun.Request()
    request.wantsPreview = true
    let run = try samples.decode(Array(file[..<(second + 4)]), request)
    #expect(run.rows.contains { $0.pass == 0 })
  }

  @Test("More scans than the limit are refused")
  func tooManyScans() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    var request = DecodeRun.Request()
    request.limits.maximum_passes = 9
    #expect(try samples.decode(file, request).error?.limit == LZL_LIMIT_PASSES)
    request.limits.maximum_passes = 10
    #expect(try samples.decode(file, request).isDone)
  }

  @Test("Coefficients above the memory limit are refused before they are allocated")
  func coefficientMemory() throws {
    var request = DecodeRun.Request()
    request.limits.maximum_working_bytes = 25_000
    let run = try samples.decode(samples.file(flags: LZL_ENCODE_PROGRESSIVE), request)
    #expect(run.error?.limit == LZL_LIMIT_WORKING_BYTES)
    #expect(run.header != nil)
    #expect(try samples.decode(samples.file(), request).isDone)
  }

  @Test("Arithmetic coding gives the same pixels as Huffman coding", arguments: [nil, 1, 50])
  func arithmetic(_ chunkSize: Int?) throws {
    var request = DecodeRun.Request()
    request.chunkSize = chunkSize
    let run = try samples.decode(Samples.bytes(Samples.arithmetic), request)
    #expect(run.isDone)
    #expect(try run.frames == samples.decode(Samples.bytes(Samples.huffman)).frames)
  }
}
