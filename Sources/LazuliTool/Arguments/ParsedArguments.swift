/// What a command line holds, by the names of the options.
struct ParsedArguments: Sendable {
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads arguments by `--name value`, `--name=value`, `-o value`, `-ovalue`; `--` ends options and a
  /// lone `-` is an operand.
  init(_ arguments: some Sequence<String>, options: [OptionDefinition]) throws(UsageError) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let (name, attached) = Self.split(argument)
      guard let option = options.first(where: { $0.names.contains(name) }) else {
        let suggestion = Suggestion.nearest(to: name, among: options.flatMap(\.longNames))
        throw UsageError("Unknown option \(name)", suggestion: suggestion)
      }
      try take(option, attached: attached, rest: &rest)
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func hasAny(of options: [OptionDefinition]) -> Bool { options.contains { has($0.name) } }

  /// The last value given.
  func value(_ name: String) -> String? { values[name]?.last }

  func allValues(_ name: String) -> [String] { values[name] ?? [] }

  /// Refuses options that mean something only beside one of `others`.
  func check(_ names: [String], need others: [String]) throws(UsageError) {
    guard !others.contains(where: has), let name = names.first(where: has) else { return }
    throw UsageError("\(name) does nothing without \(others.joined(separator: " or "))")
  }

  /// Refuses options that mean nothing beside `other`.
  func check(_ names: [String], excludedBy other: String) throws(UsageError) {
    guard has(other), let name = names.first(where: has) else { return }
    throw UsageError("\(name) does nothing beside \(other)")
  }

  private mutating func take(
    _ option: OptionDefinition, attached: String?, rest: inout ArraySlice<String>
  ) throws(UsageError) {
    if !option.isRepeatable, values[option.name] != nil {
      throw UsageError("\(option.name) is given twice")
    }
    guard let placeholder = option.value else {
      guard attached == nil else { throw UsageError("\(option.name) takes no value") }
      values[option.name, default: []].append("")
      return
    }
    guard let value = attached ?? rest.popFirst() else {
      throw UsageError("\(option.name) wants \(placeholder) behind it")
    }
    values[option.name, default: []].append(value)
  }

  private static func split(_ argument: String) -> (name: String, attached: String?) {
    if argument.hasPrefix("--") {
      guard let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
      return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }
    let name = String(argument.prefix(2))
    return (name, argument.count > 2 ? String(argument.dropFirst(2)) : nil)
  }
}
