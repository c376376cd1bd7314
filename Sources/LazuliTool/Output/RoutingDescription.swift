import Lazuli

/// Why a plugin serves, for people and for machines.
struct RoutingDescription {
  private let explanation: RoutingExplanation

  init(_ explanation: RoutingExplanation) { self.explanation = explanation }

  /// Whether there is a plugin for it that may serve.
  var isServed: Bool { explanation.objection == nil && explanation.candidates.contains(where: \.isUsable) }

  var text: String {
    var lines = ["\(explanation.subject):"]
    if let objection = explanation.objection { lines.append("  \(objection)") }
    for (index, candidate) in explanation.candidates.enumerated() {
      let place = candidate.isUsable ? "\(index + 1)." : "–"
      lines.append("  \(place) \(PluginDescription(candidate.report).title)")
      lines += candidate.reasons.map { "     \($0)" }
    }
    if explanation.candidates.isEmpty {
      lines.append("  no plugin declares it; looked in:")
      lines += explanation.places.map { "     \($0)" }
    }
    return lines.map(TerminalText.sanitized).joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    .object([
      ("input", .null), ("ok", .boolean(isServed)), ("subject", .string(explanation.subject)),
      ("objection", JSONText(explanation.objection)),
      (
        "candidates",
        .array(
          explanation.candidates.map { candidate in
            .object([
              ("id", JSONText(candidate.report.manifest?.id)), ("usable", .boolean(candidate.isUsable)),
              ("reasons", .array(candidate.reasons.map(JSONText.string))),
            ])
          })
      ),
      ("places", .array(explanation.places.map(JSONText.string))),
    ])
  }
}
