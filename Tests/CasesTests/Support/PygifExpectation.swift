import Lazuli
import LazuliTestSupport

/// A GIF and all its frames.
struct GIFFrames {
  var image: DecodedImage
  var frames: [ImageFrame]
}

/// A record of pygif's `expected.json`.
struct PygifExpectation {
  private let record: TestJSON

  init(_ record: TestJSON) {
    self.record = record
  }

  func objections(to outcome: Result<GIFFrames, ImageError>) -> [String] {
    switch outcome {
    case .failure(let error): ["\(error.code.rawValue): \(error.message)"]
    case .success(let shown):
      compare(steps(shown.frames))
        + (shown.image.header.playCount == plays
          ? []
          : [
            "plays \(shown.image.header.playCount) times"
          ])
    }
  }

  /// Browsers show images without a delay as frames; the expectation counts only what stays on the
  /// screen: images without a delay belong to the next one that has a delay, or to the end.
  private func steps(_ frames: [ImageFrame]) -> [ImageFrame] {
    if isForced { return frames }
    return frames.enumerated().filter { $0 == frames.count - 1 || $1.delay.numerator > 0 }.map(\.element)
  }

  private var isForced: Bool { record["force_animation"]?.bool == true }

  private func compare(_ steps: [ImageFrame]) -> [String] {
    guard let wanted = record["frames"]?.elements, wanted.count == steps.count else {
      return ["\(steps.count) frames"]
    }
    var objections: [String] = []
    for (step, wanted) in zip(steps, wanted) {
      if step.pixels.goldenDigest != wanted["sha256_z"]?.string {
        objections.append("other pixels in frame \(step.index)")
      }
      if step.delayMilliseconds != Double((wanted["delay_cs"]?.integer ?? 0) * 10) {
        objections.append("frame \(step.index) stays \(step.delayMilliseconds) ms")
      }
    }
    return objections
  }

  /// "0" where the file says nothing, else how often it is repeated. What other viewers have to be
  /// forced to repeat plays once in browsers.
  private var plays: Int? {
    if isForced { return 1 }
    return switch record["loop_count"]?.string {
    case "infinite"?: 0
    case let count?: Int(count).map { $0 + 1 }
    case nil: nil
    }
  }
}
