import Lazuli

/// What `--help --json` says: the commands' own definitions, for programs.
enum HelpDescription {
  static var overview: JSONText {
    .object([
      ("ok", true), ("version", .string(lazuliVersion)), ("commands", .array(Help.commands.map(command))),
      (
        "exit_codes",
        .array(
          ExitCode.allCases.map {
            .object([("code", .integer(Int($0.rawValue))), ("meaning", .string($0.meaning))])
          })
      ),
    ])
  }

  static func command(_ command: any Command.Type) -> JSONText {
    .object([
      ("ok", true), ("name", .string(command.name)), ("summary", .string(command.summary)),
      ("usage", .array(command.usage.split(separator: "\n").map(usage))),
      ("options", .array(Help.options(of: command).map(option))),
      (
        "examples",
        .array(
          command.examples.map {
            .object([("line", .string($0.line)), ("meaning", .string($0.meaning))])
          })
      ),
    ])
  }

  /// Each of its lines with the program's name, which only those behind the first have in help.
  private static func usage(_ line: Substring) -> JSONText {
    let words = line.drop { $0 == " " }
    return .string(words.hasPrefix("lazuli ") ? String(words) : "lazuli \(words)")
  }

  private static func option(_ option: OptionDefinition) -> JSONText {
    .object([
      ("name", .string(option.name)), ("short", JSONText(option.short)), ("alias", JSONText(option.alias)),
      ("value", JSONText(option.value)), ("choices", .array(option.choices.map(JSONText.string))),
      ("repeatable", .boolean(option.isRepeatable)), ("help", .string(option.help)),
    ])
  }
}
