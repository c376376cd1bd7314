import Lazuli

extension ImageWarnings {
  /// One for each; what is more than are kept is counted.
  var lines: [String] {
    let more = count - kept.count
    return kept.map { TerminalText.sanitized($0.message) } + (more > 0 ? ["and \(more) more"] : [])
  }
}
