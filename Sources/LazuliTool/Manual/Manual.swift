/// Texts about the commands that are installed beside the tool, all from the commands' own definitions.
///
/// `lazuli help man > lazuli.1`; packagers call it, people need not know.
enum Manual: String {
  case man
  case bash
  case zsh
  case fish

  var text: String {
    switch self {
    case .man: ManualPage.text
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    }
  }
}

extension OptionDefinition {
  var allNames: [String] { [short, name].compactMap(\.self) }

  /// The words that its value may be: of "auto|N", "auto".
  var choices: [String] {
    let parts = value?.split(separator: "|").map(String.init) ?? []
    return parts.count < 2 ? [] : parts.filter { $0.allSatisfy { $0.isLowercase || $0.isNumber } }
  }

  var takesFile: Bool { value.map { $0.contains("FILE") || $0.contains("DIR") } ?? false }
}

extension Help {
  /// What every command knows is among them.
  static func options(of command: any Command.Type) -> [OptionDefinition] {
    command.options + OptionDefinition.common
  }
}
