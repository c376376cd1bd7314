import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("PngSuite")
struct PNGSuiteTests {
  private let pipeline = ImagePipeline.built()

  @Test("Every variant of PNG decodes to the pixels that others see, in 8 and in 16 bits; damaged ones are refused")
  func files() async throws {
    guard let cases = Cases.folder("png/pngsuite") else { return }
    var tally = Tally("PngSuite")
    var deep = Tally("PngSuite, 16 bits")
    var refusals: [String] = []
    for record in try cases.jsonLines("golden.jsonl") {
      let file = record["file"]?.string ?? ""
      let outcome = await pipeline.outcome(of: cases.url(file))
      if file.hasPrefix("png__x") {
        tally.add(file, Self.objections(toRefusal: outcome))
        if case .failure(let error) = outcome { refusals.append("\(file) \(error.code.rawValue)") }
        continue
      }
      var objections = Self.objections(to: outcome, record)
      if let wanted = record["sha_rgba16be"]?.string {
        let found = await objections16(cases.url(file), wanted)
        deep.add(file, found)
        objections += found
      }
      tally.add(file, objections)
    }
    print("PngSuite, refused: \(refusals.joined(separator: ", "))")
    deep.finish()
    tally.finish()
  }

  private static func objections(toRefusal outcome: Result<DecodedImage, ImageError>) -> [String] {
    guard case .failure(let error) = outcome else { return ["was not refused"] }
    return error.code.fault == .data ? [] : ["refused with \(error.code.rawValue): \(error.message)"]
  }

  private static func objections(to outcome: Result<DecodedImage, ImageError>, _ record: TestJSON) -> [String] {
    switch outcome {
    case .failure(let error): return ["\(error.code.rawValue): \(error.message)"]
    case .success(let image):
      guard image.width == record["width"]?.integer, image.height == record["height"]?.integer else {
        return ["is \(image.width)×\(image.height)"]
      }
      return image.pixels.goldenDigest == record["golden"]?.string ? [] : ["other pixels"]
    }
  }

  private func objections16(_ url: String, _ wanted: String) async -> [String] {
    var options = ImageOptions.storedColors
    options.pixelFormat = .rgba16
    switch await pipeline.outcome(of: url, options) {
    case .failure(let error): return ["16 bits: \(error.code.rawValue): \(error.message)"]
    case .success(let image):
      return SHA256.digest(image.pixels.bigEndianBytes) == wanted ? [] : ["other pixels in 16 bits"]
    }
  }
}
