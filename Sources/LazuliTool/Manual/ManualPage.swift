import Lazuli

/// The manual page lazuli(1), in the macros of man(7).
enum ManualPage {
  static var text: String {
    ([head] + Help.commands.map(section) + [tail]).joined(separator: "\n") + "\n"
  }

  private static var head: String {
    """
    .TH LAZULI 1 "" "Lazuli \(lazuliVersion)" "User Commands"
    .SH NAME
    lazuli \\- fetch pictures and decode them
    .SH SYNOPSIS
    \(Help.commands.map { ".B lazuli\n\(roman($0.usage))" }.joined(separator: "\n.br\n"))
    .SH DESCRIPTION
    Lazuli turns a URL into pixels. Each protocol and each format is a plugin.
    A picture is named by a URL, by a path, or by \\- for standard input.
    .SH COMMANDS
    """
  }

  private static func section(_ command: any Command.Type) -> String {
    """
    .SS lazuli \(roman(command.usage))
    \(sentence(command.summary))
    \(Help.options(of: command).map(item).joined(separator: "\n"))
    .PP
    Examples:
    \(command.examples.map { ".TP\n.B \(roman($0.line))\n\(roman($0.meaning))" }.joined(separator: "\n"))
    """
  }

  private static func item(_ option: OptionDefinition) -> String {
    let names = option.allNames.map { "\\fB\(roman($0))\\fR" }.joined(separator: ", ")
    return ".TP\n\(names)\(option.value.map { " \\fI\(roman($0))\\fR" } ?? "")\n\(roman(option.help))"
  }

  private static var tail: String {
    """
    .SH EXIT STATUS
    \(ExitCode.allCases.map { ".TP\n.B \($0.rawValue)\n\(roman($0.meaning))" }.joined(separator: "\n"))
    .SH ENVIRONMENT
    .TP
    .B LAZULI_PLUGIN_PATH
    Folders with plugins, with a colon between them; they are looked at before all others.
    .SH FILES
    .TP
    .I ../lib/lazuli/plugins/1
    Plugins that were installed with the tool, seen from its own folder.
    """
  }

  private static func sentence(_ text: String) -> String { roman(text.prefix(1).uppercased() + text.dropFirst()) + "." }

  /// Nothing in it is taken for a request or an escape.
  private static func roman(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case ".": result += result.isEmpty ? "\\&." : "."
      default: result.append(character)
      }
    }
    return result
  }
}
