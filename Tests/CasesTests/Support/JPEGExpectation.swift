import Lazuli
import LazuliTestSupport

/// A record of `golden.jsonl` for a JPEG.
struct JPEGExpectation {
  let file: String
  private let status: String
  private let golden: String?
  let isAgreed: Bool

  init(_ record: TestJSON) {
    file = record["file"]?.string ?? ""
    status = record["status"]?.string ?? ""
    golden = record["golden"]?.string
    isAgreed = record["agree"]?.bool == true && golden != nil
  }

  /// Whether pixels are usable though something is wrong.
  var isDamaged: Bool { status == "accept-with-warnings" }

  func objections(to outcome: Result<DecodedImage, ImageError>) -> [String] {
    switch (status, outcome) {
    case ("reject", .success): ["was not refused"]
    case ("reject", .failure(let error)), ("mixed", .failure(let error)): Self.objections(to: error)
    case ("ok", .failure(let error)) where golden == nil: error.code == .unsupported ? [] : [Self.text(error)]
    case (_, .failure(let error)): [Self.text(error)]
    case ("ok", .success(let image)): (image.isComplete ? [] : ["is not complete"]) + pixels(image)
    case ("accept-with-warnings", .success(let image)): Self.warning(image) + pixels(image)
    case (_, .success(let image)): pixels(image)
    }
  }

  /// What is worth a word though it is as expected.
  func note(_ outcome: Result<DecodedImage, ImageError>) -> String? {
    switch outcome {
    case .failure(let error): return error.code.rawValue
    case .success(let image):
      if !image.isComplete { return "incomplete" }
      return status == "ok" && isAgreed ? nil : "decoded with \(image.warnings.count) warnings"
    }
  }

  private static func warning(_ image: DecodedImage) -> [String] {
    image.warnings.count > 0 || !image.isComplete ? [] : ["no warning"]
  }

  private func pixels(_ image: DecodedImage) -> [String] {
    guard isAgreed else { return [] }
    return image.pixels.goldenDigest == golden ? [] : ["other pixels"]
  }

  /// A damaged file is the data's fault or beyond a limit, and the message says what is wrong.
  private static func objections(to error: ImageError) -> [String] {
    [.data, .limit].contains(error.code.fault) && !error.message.isEmpty ? [] : [text(error)]
  }

  private static func text(_ error: ImageError) -> String { "\(error.code.rawValue): \(error.message)" }
}
