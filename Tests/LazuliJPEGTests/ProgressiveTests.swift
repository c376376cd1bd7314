import DecoderHarness
import LazuliABI
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

  @Test(
    "With previews every scan is shown, and the last is the picture", arguments: [.atRest, .random(seed: 2)] as [Cuts])
  func withPreviews(_ cuts: Cuts) throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let run = try samples.decode(file, DecodePlan(cuts).with { $0.stepFlags = LZL_STEP_WANT_PREVIEW })
    #expect(run.passes == Array(0..<9))
    #expect(Set(run.rows.map(\.pass)) == Set(0...9))
    #expect(try run.pixels == samples.decode(file).pixels)
  }

  @Test("A scan is shown before the bytes of the next one come")
  func early() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    let second = try #require(Samples.place(of: 0xDA, 1, in: file))
    let plan = DecodePlan().with { $0.stepFlags = LZL_STEP_WANT_PREVIEW }
    let run = try samples.decode(Array(file[..<(second + 4)]), plan)
    #expect(run.rows.contains { $0.pass == 0 })
  }

  @Test("More scans than the limit are refused")
  func tooManyScans() throws {
    let file = try samples.file(flags: LZL_ENCODE_PROGRESSIVE)
    var limits = lzl_limits.unlimited
    limits.maximum_passes = 9
    #expect(try samples.decode(file, limits: limits).error?.limit == LZL_LIMIT_PASSES)
    limits.maximum_passes = 10
    #expect(try samples.decode(file, limits: limits).isWhole)
  }

  @Test("Coefficients above the memory limit are refused before they are allocated")
  func coefficientMemory() throws {
    var limits = lzl_limits.unlimited
    limits.maximum_working_bytes = 25_000
    let run = try samples.decode(samples.file(flags: LZL_ENCODE_PROGRESSIVE), limits: limits)
    #expect(run.error?.limit == LZL_LIMIT_WORKING_BYTES)
    #expect(run.header != nil)
    #expect(try samples.decode(samples.file(), limits: limits).isWhole)
  }

  @Test(
    "Arithmetic coding gives the same pixels as Huffman coding",
    arguments: [.atRest, .bytes, .random(seed: 3)] as [Cuts])
  func arithmetic(_ cuts: Cuts) throws {
    let run = try samples.decode(Samples.bytes(Samples.arithmetic), DecodePlan(cuts))
    #expect(run.isWhole)
    #expect(try run.pixels == samples.decode(Samples.bytes(Samples.huffman)).pixels)
  }
}
