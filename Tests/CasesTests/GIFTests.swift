import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("GIF")
struct GIFTests {
  private let pipeline = ImagePipeline.built()

  @Test("pygif: each frame, delays and plays are as expected; what shows nothing gets a clear answer")
  func pygif() async throws {
    guard let cases = Cases.folder("gif/pygif") else { return }
    var tally = Tally("GIF, pygif")
    var answers: [String] = []
    for record in try cases.json("expected.json").elements {
      let file = record["file"]?.string ?? ""
      let outcome = await frames(of: cases.url("test-suite__\(file)"))
      guard record["frames"]?.elements.isEmpty == false else {
        tally.add(file, [])
        answers.append("\(file) \(Self.answer(outcome))")
        continue
      }
      tally.add(file, PygifExpectation(record).objections(to: outcome))
    }
    print("GIF, pygif, nothing expected: \(answers.joined(separator: ", "))")
    tally.finish()
  }

  @Test("pygif: other decoders compose the same frames")
  func pygifOthers() async throws {
    try await check("GIF, pygif, other decoders", "gif/pygif")
  }

  @Test("giflib: the library's own pictures decode to what others see")
  func giflib() async throws {
    try await check("GIF, giflib", "gif/giflib")
  }

  private func check(_ name: String, _ folder: String) async throws {
    guard let cases = Cases.folder(folder) else { return }
    var tally = Tally(name)
    for record in try cases.jsonLines("golden.jsonl") where record["agree"]?.bool == true {
      let file = record["file"]?.string ?? ""
      tally.add(file, Self.objections(to: await frames(of: cases.url(file)), record))
    }
    tally.finish()
  }

  private func frames(of url: String) async -> Result<GIFFrames, ImageError> {
    do throws(ImageError) {
      let image = try await pipeline.image(for: url)
      return .success(GIFFrames(image: image, frames: try await image.allFrames()))
    } catch {
      return .failure(error)
    }
  }

  private static func answer(_ outcome: Result<GIFFrames, ImageError>) -> String {
    switch outcome {
    case .success(let shown): "\(shown.image.width)×\(shown.image.height), \(shown.frames.count) frames"
    case .failure(let error): error.code.rawValue
    }
  }

  private static func objections(to outcome: Result<GIFFrames, ImageError>, _ record: TestJSON) -> [String] {
    guard case .success(let shown) = outcome else { return [answer(outcome)] }
    var objections: [String] = []
    if shown.frames.count != record["frames"]?.integer { objections.append("has \(shown.frames.count) frames") }
    var hash = SHA256()
    for frame in shown.frames { hash.update(frame.pixels.goldenBytes) }
    if hash.finish() != record["golden"]?.string { objections.append("other pixels") }
    if let delays = record["delays_ms"]?.elements.compactMap(\.number), shown.image.frames != nil,
      delays != shown.frames.map(\.delayMilliseconds)
    {
      objections.append("delays are \(shown.frames.map(\.delayMilliseconds))")
    }
    if shown.image.header.playCount != record["loop"]?.integer.map(plays) {
      objections.append("plays \(shown.image.header.playCount) times")
    }
    return objections
  }

  /// The file says how often the animation is repeated: 0 for ever, here -1 where it says nothing.
  private static func plays(_ loop: Int) -> Int { loop == 0 ? 0 : max(loop, 0) + 1 }
}
