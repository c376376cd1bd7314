import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("JPEG")
struct JPEGTests {
  private let pipeline = ImagePipeline.built()

  @Test("JPEGs decode to the pixels on which other decoders agree; damaged and exotic ones get a clear answer")
  func reftest() async throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    var exact = Tally("JPEG, agreed pixels")
    var others = Tally("JPEG, clear answers")
    var answers: [String] = []
    for record in try cases.jsonLines("golden.jsonl") {
      let expectation = JPEGExpectation(record)
      let outcome = await decoded(cases.url(expectation.file), expectation)
      if expectation.isAgreed {
        exact.add(expectation.file, expectation.objections(to: outcome))
      } else {
        others.add(expectation.file, expectation.objections(to: outcome))
      }
      if let note = expectation.note(outcome) { answers.append("\(expectation.file) \(note)") }
    }
    print("JPEG, answers: \(answers.joined(separator: ", "))")
    others.finish()
    exact.finish()
  }

  @Test("CMYK comes as stored when nothing else is asked for")
  func cmyk() async throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    var options = ImageOptions.storedColors
    options.pixelFormat = nil
    options.appliesOrientation = false
    var tally = Tally("JPEG, CMYK and YCCK as stored")
    for record in try cases.jsonLines("golden.jsonl") {
      guard record["mode"]?.string?.hasPrefix("cmyk") == true || record["mode"]?.string?.hasPrefix("ycck") == true,
        let file = record["file"]?.string
      else { continue }
      let pixels = try await pipeline.image(for: cases.url(file), options).pixels
      let isRight = pixels.format == .cmyk8 && SHA256.digest(pixels.packedBytes) == record["golden_native"]?.string
      tally.add(file, isRight ? [] : ["other samples, \(pixels.format.rawValue)"])
    }
    tally.finish()
  }

  @Test("Gray comes as stored when nothing else is asked for")
  func gray() async throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    var options = ImageOptions.storedColors
    options.pixelFormat = nil
    var tally = Tally("JPEG, gray as stored")
    for record in try cases.jsonLines("golden.jsonl") where record["status"]?.string == "ok" {
      guard record["mode"]?.string?.hasPrefix("gray") == true, let file = record["file"]?.string else { continue }
      let pixels = try await pipeline.image(for: cases.url(file), options).pixels
      let isRight = pixels.format == .gray8 && SHA256.digest(pixels.packedBytes) == record["golden_native"]?.string
      tally.add(file, isRight ? [] : ["other samples, \(pixels.format.rawValue)"])
    }
    tally.finish()
  }

  /// Strictly first; what is damaged once more with what could be had.
  private func decoded(_ url: String, _ expectation: JPEGExpectation) async -> Result<DecodedImage, ImageError> {
    var options = ImageOptions.formulaColors
    options.appliesOrientation = false
    let outcome = await pipeline.outcome(of: url, options)
    guard expectation.isDamaged, case .failure = outcome else { return outcome }
    options.allowsIncomplete = true
    return await pipeline.outcome(of: url, options)
  }
}
