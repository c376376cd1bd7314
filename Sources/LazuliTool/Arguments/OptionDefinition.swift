/// One option of a command, as it is parsed and as `--help` shows it.
struct OptionDefinition: Sendable {
  /// With its dashes: "--size".
  let name: String
  /// A short form with its dash: "-o".
  var short: String?
  /// Another name, which help does not list.
  var alias: String?
  /// What stands for the value in help; `nil` for a switch.
  var value: String?
  let help: String
  /// Whether it may be given more than once.
  var isRepeatable = false

  var names: [String] { [short].compactMap(\.self) + longNames }
  var longNames: [String] { [name, alias].compactMap(\.self) }

  static func flag(_ name: String, short: String? = nil, _ help: String) -> OptionDefinition {
    OptionDefinition(name: name, short: short, value: nil, help: help)
  }

  static func value(
    _ name: String, _ value: String, short: String? = nil, alias: String? = nil, repeats: Bool = false, _ help: String
  ) -> OptionDefinition {
    OptionDefinition(name: name, short: short, alias: alias, value: value, help: help, isRepeatable: repeats)
  }

  static let common: [OptionDefinition] = [
    .value("--config", "FILE", "read the configuration from FILE"),
    .flag("--json", "print one JSON object a line"),
    .flag("--help", short: "-h", "show this help"),
  ]
}
