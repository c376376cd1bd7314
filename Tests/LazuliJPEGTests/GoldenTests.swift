import LazuliABI
import LazuliPluginDriver
import LazuliTestSupport
import Testing

@Suite("JPEG files by others")
struct GoldenTests {
  let samples: Samples

  init() throws {
    samples = try Samples()
  }

  @Test("Pixels are exactly those of the reference decoders", arguments: ["jpeg/reftest", "jpeg/exif-orientation"])
  func pixels(_ name: String) throws {
    guard let cases = Cases.folder(name) else { return }
    let records = try cases.jsonLines("golden.jsonl").filter { $0["golden"] != nil && $0["format"]?.string == "jpeg" }
    var request = DecodeRun.Request()
    request.format = LZL_FORMAT_RGBA8
    var passed = 0
    for record in records {
      let file = try #require(record["file"]?.string)
      let run = try samples.decode(cases.bytes(file), request)
      let isRight = run.isDone && SHA256.hex(run.frames.first ?? []) == record["golden"]?.string
      #expect(isRight, "\(file)")
      #expect(run.header?.orientation == UInt32(record["exif_orientation"]?.integer ?? 0), "\(file)")
      if record["status"]?.string == "accept-with-warnings" { #expect(!run.warnings.isEmpty, "\(file)") }
      passed += isRight ? 1 : 0
    }
    print("\(name): \(passed) of \(records.count)")
  }

  @Test("Samples of gray and CMYK come as the file stores them")
  func nativeSamples() throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    let records = try cases.jsonLines("golden.jsonl").filter { record in
      guard let mode = record["mode"]?.string, record["golden_native"] != nil else { return false }
      return ["gray", "cmyk", "ycck"].contains { mode.hasPrefix($0) }
    }
    var passed = 0
    for record in records {
      let file = try #require(record["file"]?.string)
      let run = try samples.decode(cases.bytes(file))
      let isRight = SHA256.hex(run.frames.first ?? []) == record["golden_native"]?.string
      #expect(isRight, "\(file)")
      passed += isRight ? 1 : 0
    }
    print("jpeg/reftest, native samples: \(passed) of \(records.count)")
  }

  @Test("What cannot be decoded is refused with a clear error")
  func refusals() throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    let records = try cases.jsonLines("golden.jsonl").filter { $0["golden"] == nil || $0["format"]?.string == "png" }
    var passed = 0
    for record in records {
      let file = try #require(record["file"]?.string)
      let error = try samples.decode(cases.bytes(file)).error
      let isLossless = file.contains("lossless")
      let isRight = isLossless ? error?.code == LZL_ERROR_UNSUPPORTED : error != nil && error?.text != ""
      #expect(isRight, "\(file): \(error?.text ?? "no error")")
      passed += isRight ? 1 : 0
    }
    print("jpeg/reftest, refused: \(passed) of \(records.count)")
  }

  @Test("The size of the chunks changes nothing", arguments: [1, 7, 4096])
  func chunks(_ size: Int) throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    var request = DecodeRun.Request()
    request.chunkSize = size
    var (passed, total) = (0, 0)
    for name in try cases.names() where name.contains(".jp") {
      let file = try cases.bytes(name)
      guard file.count < 100_000 else { continue }
      let (whole, pieces) = (try samples.decode(file), try samples.decode(file, request))
      let isSame =
        whole.frames == pieces.frames && whole.items == pieces.items && whole.error?.code == pieces.error?.code
        && whole.warnings.map(\.text) == pieces.warnings.map(\.text)
      #expect(isSame, "\(name)")
      (passed, total) = (passed + (isSame ? 1 : 0), total + 1)
    }
    print("jpeg/reftest in chunks of \(size): \(passed) of \(total)")
  }
}
