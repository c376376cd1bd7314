/// What bash completes: commands, options, and values that are words; everything else is a file.
enum BashCompletion {
  static var text: String {
    """
    _lazuli() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
      COMPREPLY=()
      if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '\(Help.commands.map { $0.name }.joined(separator: " "))' -- "$word"))
        return
      fi
      case ${COMP_WORDS[1]} in
    \(Help.commands.map(branch).joined(separator: "\n"))
      esac
    }
    complete -o bashdefault -o default -F _lazuli lazuli

    """
  }

  private static func branch(_ command: any Command.Type) -> String {
    let options = Help.options(of: command)
    let values = options.filter { $0.value != nil }.map { option in
      "        \(option.allNames.joined(separator: "|"))) \(reply(option.choices)) return ;;\n"
    }
    return """
          \(command.name))
            case $before in
      \(values.joined())      esac
            [[ $word != -* ]] || \(reply(options.flatMap(\.allNames)))
            ;;
      """
  }

  private static func reply(_ words: [String]) -> String {
    words.isEmpty ? "" : "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"));"
  }
}
