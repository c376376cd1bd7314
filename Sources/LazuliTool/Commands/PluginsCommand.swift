import Lazuli

/// `lazuli plugins`: which plugins there are and why one of them serves.
struct PluginsCommand: Command {
  static let name = "plugins"
  static let summary = "list the plugins, say why one serves, check one"
  static let usage = "plugins [list | why FORMAT-OR-URL | check PATH]"
  static let options: [OptionDefinition] = []
  static let examples = [
    (line: "lazuli plugins", meaning: "every plugin found, and every one refused, with the reason"),
    (line: "lazuli plugins why png", meaning: "the plugins for a format in the order in which they are asked"),
    (
      line: "lazuli plugins why https://example.org/a.gif",
      meaning: "the transport for the URL, and the codecs its name hints at"
    ),
    (line: "lazuli plugins check ./my-plugin", meaning: "loads a plugin and compares it with its manifest"),
  ]

  private enum Action {
    case list
    case why(String)
    case check(String)
  }

  private let action: Action

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.operands
    switch (words.first ?? "list", words.count) {
    case ("list", 0...1): action = .list
    case ("why", 2): action = .why(words[1])
    case ("check", 2): action = .check(words[1])
    default:
      throw UsageError(
        "plugins wants list, why FORMAT-OR-URL or check PATH",
        suggestion: words.first.flatMap { Suggestion.nearest(to: $0, among: ["list", "why", "check"]) })
    }
  }

  func run(_ context: CommandContext) async throws(ImageError) -> ExitCode {
    let catalog = PluginCatalog(configuration: context.configuration)
    switch action {
    case .list: list(catalog, context)
    case .why(let subject): return try explain(subject, catalog, context)
    case .check(let path): return check(path, catalog, context)
    }
    return .success
  }

  private func list(_ catalog: PluginCatalog, _ context: CommandContext) {
    show(catalog.plugins, context)
    guard !context.printsJSON else { return }
    context.output.write("\nlooked in:\n")
    for (place, result) in catalog.places {
      context.output.write("  \(TerminalText.sanitized(place.path)): \(result)\n")
    }
    for id in unknownIDs(catalog, context.configuration) {
      context.warn("no plugin has the id \(id), which the configuration names", of: "plugins.disable, plugins.prefer")
    }
  }

  /// A mistyped one of these would change nothing, and nobody would know.
  private func unknownIDs(_ catalog: PluginCatalog, _ configuration: Configuration) -> [String] {
    let known = Set(catalog.plugins.compactMap { $0.manifest?.id })
    let named = configuration.disabledPlugins.union(configuration.preferredPlugins.values.joined())
    return named.subtracting(known).sorted()
  }

  /// What is wrong with a plugin is said of its manifest.
  private func check(_ path: String, _ catalog: PluginCatalog, _ context: CommandContext) -> ExitCode {
    do throws(ImageError) {
      try show([catalog.check(path)], context)
      return .success
    } catch {
      context.report(error, of: TextFile.isDirectory(path) ? "\(path)/plugin.json" : path)
      return ExitCode(error)
    }
  }

  private func show(_ reports: [PluginReport], _ context: CommandContext) {
    for report in reports {
      let description = PluginDescription(report)
      context.output.write(context.printsJSON ? description.json.text + "\n" : description.text)
    }
  }

  /// A format, a scheme, or a URL: then its scheme, and the format that its name hints at.
  private func explain(
    _ subject: String, _ catalog: PluginCatalog, _ context: CommandContext
  ) throws(ImageError) -> ExitCode {
    let explanations = try explanations(subject, catalog)
    for explanation in explanations {
      let description = RoutingDescription(explanation)
      context.output.write(context.printsJSON ? description.json.text + "\n" : description.text)
    }
    return explanations.allSatisfy { RoutingDescription($0).isServed } ? .success : .environment
  }

  private func explanations(
    _ subject: String, _ catalog: PluginCatalog
  ) throws(ImageError) -> [RoutingExplanation] {
    guard subject.contains(":") else {
      let scheme = catalog.explain(scheme: subject)
      return scheme.candidates.isEmpty ? [catalog.explain(format: subject)] : [scheme]
    }
    let url = try ResourceURL(subject)
    let formats = catalog.plugins.compactMap(\.manifest).flatMap(\.codecs)
      .filter { codec in url.fileExtension.map(codec.extensions.contains) ?? false }.map(\.format)
    return [catalog.explain(scheme: url.scheme)] + Set(formats).sorted().map(catalog.explain(format:))
  }
}
