/// What fish completes, with the texts of help beside it.
enum FishCompletion {
  static var text: String {
    Help.commands.map { command in
      let first = "complete -c lazuli -f -n __fish_use_subcommand -a \(command.name) -d \(quoted(command.summary))"
      return ([first] + Help.options(of: command).map { line($0, of: command) }).joined(separator: "\n") + "\n"
    }.joined()
  }

  private static func line(_ option: OptionDefinition, of command: any Command.Type) -> String {
    let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
    return "complete -c lazuli -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name.dropFirst(2))\(short)"
      + "\(value(option)) -d \(quoted(option.help))"
  }

  private static func value(_ option: OptionDefinition) -> String {
    guard option.value != nil else { return "" }
    if !option.choices.isEmpty { return " -x -a \(quoted(option.choices.joined(separator: " ")))" }
    return option.takesFile ? " -r -F" : " -x"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.map { "'\\".contains($0) ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
