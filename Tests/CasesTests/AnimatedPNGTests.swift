import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Animated PNG")
struct AnimatedPNGTests {
  private let pipeline = ImagePipeline.built()

  @Test("Animations end in the right colour, with the right frames; invalid ones are an error or their green still")
  func files() async throws {
    guard let cases = Cases.folder("png/apng") else { return }
    var tally = Tally("APNG")
    var invalid: [String] = []
    for record in try cases.json("expected.json").elements {
      let file = record["file"]?.string ?? ""
      let shown = await shown(cases.url(file))
      if record["valid"]?.bool == true {
        tally.add(file, APNGExpectation(record).objections(to: shown))
      } else {
        tally.add(file, Self.objections(toInvalid: shown))
        invalid.append("\(file) \(shown.error?.code.rawValue ?? "still")")
      }
    }
    print("APNG, invalid: \(invalid.joined(separator: ", "))")
    tally.finish()
  }

  @Test("The picture for those who know no animation is the one in IDAT")
  func defaultImages() async throws {
    guard let cases = Cases.folder("png/apng") else { return }
    var options = ImageOptions.storedColors
    options.onlyDefaultImage = true
    var tally = Tally("APNG, default images")
    let valid = Set(try cases.json("expected.json").elements.filter { $0["valid"]?.bool == true }.map { $0["file"] })
    for record in try cases.jsonLines("golden.jsonl") where valid.contains(record["file"]) {
      guard let file = record["file"]?.string, let golden = record["golden"]?.string else { continue }
      switch await pipeline.outcome(of: cases.url(file), options) {
      case .failure(let error): tally.add(file, ["\(error.code.rawValue): \(error.message)"])
      case .success(let image): tally.add(file, image.pixels.goldenDigest == golden ? [] : ["other pixels"])
      }
    }
    tally.finish()
  }

  /// All that a host gets to see of a file: what came before an error counts too.
  private func shown(_ url: String) async -> ShownAnimation {
    var shown = ShownAnimation()
    do throws(ImageError) {
      let image = try await pipeline.image(for: url, .storedColors)
      shown.image = image
      guard let pass = image.frames?.makePass() else { return shown }
      while let frame = try await pass.next() { shown.frames.append(frame) }
    } catch {
      shown.error = error
      if shown.image == nil { shown.image = error.partialImage }
    }
    return shown
  }

  private static func objections(toInvalid shown: ShownAnimation) -> [String] {
    let pictures = shown.frames.map(\.pixels) + [shown.image?.pixels].compactMap(\.self)
    if pictures.contains(where: { $0.contains([255, 0, 0, 255]) }) { return ["shows red"] }
    if let error = shown.error {
      return error.code.fault == .data ? [] : ["\(error.code.rawValue): \(error.message)"]
    }
    return pictures.allSatisfy { $0.isFilled(with: [0, 255, 0, 255], within: [0, 0, 0, 0]) } ? [] : ["is not green"]
  }
}
