import Lazuli

/// What helps against a failure, in the words of one command: no option is named that it has not.
struct Remedies: Sendable {
  private let options: Set<String>

  init(_ command: any Command.Type) {
    options = Set(Help.options(of: command).map(\.name))
  }

  /// `nil` where the message says all.
  func text(for error: ImageError) -> String? {
    switch error.code {
    case .limitExceeded: error.limit.map(raising)
    case .truncated, .corrupt: error.remedy.flatMap { _ in given("--allow-incomplete", "takes what could be decoded") }
    case .timedOut where error.stage == .request: given("--timeout", "says how long to wait")
    case .noPluginForScheme, .noPluginForFormat: "lazuli plugins lists those that were found"
    case .outOfMemory: canBeSmaller ? "ask for a smaller size" : nil
    default: nil
    }
  }

  private func given(_ option: String, _ deed: String) -> String? {
    options.contains(option) ? "\(option) \(deed)" : nil
  }

  private func raising(_ limit: ImageError.LimitName) -> String {
    let raise = "raise limits.\(limit.rawValue) in the file that --config names"
    switch limit {
    case .decodedPixels, .decodedBytes, .seconds, .workingBytes:
      return canBeSmaller ? "ask for a smaller size, or \(raise)" : raise
    case .side, .sourcePixels, .encodedBytes, .metadataBytes, .frames, .passes: return raise
    }
  }

  /// Whether the command lets the user say how large the picture is to be.
  private var canBeSmaller: Bool { !options.isDisjoint(with: ["--fit", "--size", "--cell"]) }
}
