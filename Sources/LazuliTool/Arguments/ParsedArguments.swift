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
        throw UsageError("Unknown option \(name)", suggestion: Self.nearest(to: name, in: options))
      }
      try take(option, attached: attached, rest: &rest)
    }
  }

  func has(_ name: String) -> Bool { values[name] != nil }

  func hasAny(of options: [OptionDefinition]) -> Bool { options.contains { has($0.name) } }

  /// The last value given.
  func value(_ name: String) -> String? { values[name]?.last }

  func allValues(_ name: String) -> [String] { values[name] ?? [] }

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

  private static func nearest(to name: String, in options: [OptionDefinition]) -> String? {
    let ranked = options.flatMap(\.longNames).map { ($0, editDistance(name, $0)) }.min { $0.1 < $1.1 }
    // A third of its letters at the most, beside the dashes: a word that differs in more is another word.
    guard let ranked, ranked.1 * 3 <= max(3, name.utf8.count - 2) else { return nil }
    return ranked.0
  }

  private static func editDistance(_ left: String, _ right: String) -> Int {
    var row = Array(0...right.utf8.count)
    for (i, a) in left.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.utf8.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[row.count - 1]
  }
}
