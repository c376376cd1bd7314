import Lazuli

/// What became of a plugin, for people and for machines.
struct PluginDescription {
  private let report: PluginReport

  init(_ report: PluginReport) { self.report = report }

  var text: String {
    var lines = [TerminalText.sanitized(title)]
    if let manifest = report.manifest {
      let codecs = manifest.codecs.map { "\($0.format) (\($0.abilities.joined(separator: ", ")))" }
      if !codecs.isEmpty { lines.append("  formats: " + codecs.joined(separator: "; ")) }
      if !manifest.schemes.isEmpty { lines.append("  schemes: " + manifest.schemes.joined(separator: ", ")) }
      let backing = manifest.backing.map { "\($0.name) \($0.version ?? "")" }
      if !backing.isEmpty { lines.append("  stands on: " + backing.joined(separator: ", ")) }
    }
    if report.manifest != nil { lines.append("  \(report.manifestPath)") }
    lines.append("  \(state.word)\(state.reason.map { ": \($0)" } ?? "")")
    return lines.map(TerminalText.sanitized).joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    .object([
      ("input", .null), ("ok", .boolean(isUsable)), ("id", JSONText(report.manifest?.id)),
      ("version", JSONText(report.manifest?.version)),
      ("name", JSONText(report.manifest?.name)),
      ("formats", .array((report.manifest?.formats ?? []).map(JSONText.string))),
      ("schemes", .array((report.manifest?.schemes ?? []).map(JSONText.string))),
      ("manifest", .string(report.manifestPath)), ("library", JSONText(report.libraryPath)),
      ("place", .string(report.place.origin.rawValue)), ("state", .string(state.word)),
      ("reason", JSONText(state.reason)),
    ])
  }

  /// The id, or the manifest's path where it could not be read.
  var title: String {
    report.manifest.map { "\($0.id) \($0.version), \($0.name)" } ?? report.manifestPath
  }

  private var isUsable: Bool {
    if case .rejected = report.state { false } else { true }
  }

  private var state: (word: String, reason: String?) {
    switch report.state {
    case .available: ("available", nil)
    case .loaded: ("loaded", nil)
    case .disabled: ("disabled", "by plugins.disable of the configuration")
    case .rejected(let error): ("refused", error.message)
    }
  }
}
