/// What zsh completes, with the texts of help beside it.
enum ZshCompletion {
  static var text: String {
    """
    #compdef lazuli
    _lazuli() {
      local -a commands=(
    \(Help.commands.map { "    \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
      )
      if ((CURRENT == 2)); then
        _describe command commands
        return
      fi
      local command=$words[2]
      shift words
      ((CURRENT--))
      case $command in
    \(Help.commands.map(branch).joined(separator: "\n"))
      esac
    }
    _lazuli "$@"

    """
  }

  private static func branch(_ command: any Command.Type) -> String {
    let specifications = Help.options(of: command).flatMap(specifications)
    return "    \(command.name))\n      _arguments -s -S \\\n"
      + specifications.map { "        \(quoted($0)) \\\n" }.joined() + "        '*:picture:_files' ;;"
  }

  /// One for each of its names; the others go when one is there.
  private static func specifications(_ option: OptionDefinition) -> [String] {
    option.allNames.map { name in
      let others = option.isRepeatable ? "*" : "(\(option.allNames.joined(separator: " ")))"
      let end = name.hasPrefix("--") ? "=" : "+"
      return "\(others)\(name)\(option.value == nil ? "" : end)[\(escaped(option.help))]\(value(option))"
    }
  }

  private static func value(_ option: OptionDefinition) -> String {
    guard let value = option.value else { return "" }
    let words = "(\(option.choices.joined(separator: " ")))"
    return ":\(escaped(value)):\(!option.choices.isEmpty ? words : option.takesFile ? "_files" : " ")"
  }

  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
