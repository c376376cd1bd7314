/// The texts of `--help`.
enum Help {
  static let commands: [any Command.Type] = [
    FetchCommand.self, ConvertCommand.self, ThumbnailCommand.self, SheetCommand.self, InfoCommand.self,
    ShowCommand.self, CompareCommand.self, PluginsCommand.self,
  ]

  static var overview: String {
    """
    Lazuli fetches pictures and decodes them, each protocol and each format by a plugin.

    USAGE: lazuli COMMAND …

    COMMANDS:
    \(table(commands.map { ($0.name, $0.summary) }))

      lazuli COMMAND --help says more, with examples; lazuli --version prints the version.

    A picture is named by a URL, by a path, or by - for standard input.

    EXIT CODES:
    \(table(ExitCode.allCases.map { (String($0.rawValue), $0.meaning) }))

    """
  }

  static func command(_ name: String) -> (any Command.Type)? { commands.first { $0.name == name } }

  /// What is said to a word that should have been a command.
  static func unknown(_ word: String) -> UsageError {
    guard !word.hasPrefix("-") else {
      return UsageError("\(word) stands before the command; options stand behind it: lazuli COMMAND \(word)")
    }
    let names = commands.map { $0.name } + ["help"]
    return UsageError("There is no command \(word)", suggestion: Suggestion.nearest(to: word, among: names))
  }

  static func text(for command: any Command.Type) -> String {
    """
    lazuli \(command.name): \(command.summary)

    USAGE: lazuli \(command.usage)

    OPTIONS:
    \(table(options(of: command).map { (left($0), $0.help) }))

    EXAMPLES:
    \(command.examples.map { "  \($0.line)\n      \($0.meaning)" }.joined(separator: "\n"))

    """
  }

  private static func left(_ option: OptionDefinition) -> String {
    let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
    return option.value.map { "\(names) \($0)" } ?? names
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { row in
      "  " + row.0 + String(repeating: " ", count: width - row.0.count + 2) + row.1
    }.joined(separator: "\n")
  }
}
