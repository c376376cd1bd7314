import LazuliTestSupport

/// The text of the contract: its constants and structs, as its headers name them.
struct Headers {
  static let folder = "\(Cases.packageRoot)/Sources/LazuliABI/include"
  static let names = [
    "base", "error", "limits", "pixels", "settings", "host", "plugin", "event", "decoder", "encoder", "transport",
  ]

  struct Struct: Equatable {
    var name: String
    var members: [String]
  }

  /// In the order of the files.
  var constants: [String] = []
  var structs: [Struct] = []

  init() throws {
    for name in Self.names {
      let text = try TestFile.bytes(at: "\(Self.folder)/lazuli/\(name).h")
      read(Self.withoutComments(String(decoding: text, as: UTF8.self)))
    }
  }

  private static func withoutComments(_ text: String) -> String {
    var parts = text.split(separator: "/*", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() {
      parts[index] = parts[index].split(separator: "*/", maxSplits: 1).dropFirst().joined()
    }
    return parts.joined()
  }

  private mutating func read(_ text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      // Without functional macros, guards and the entry's attributes.
      guard words.count == 3, words[0] == "#define", words[1].hasPrefix("LZL_"), !words[1].contains("("),
        !words[2].hasPrefix("__"), words[2] != "}"
      else { continue }
      constants.append(String(words[1]))
    }
    for part in text.split(separator: "typedef struct ").dropFirst() {
      guard let open = part.firstIndex(of: "{"), let name = part[..<open].split(separator: " ").first,
        let end = part.firstRange(of: "\n} \(name);")
      else { continue }
      let members = Self.members(of: part[part.index(after: open)..<end.lowerBound])
      structs.append(Struct(name: String(name), members: members))
    }
  }

  private static func members(of body: Substring) -> [String] {
    var (depth, statement, members) = (0, "", [String]())
    for character in body {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if character == ";", depth == 0 {
        members.append(name(of: statement))
        statement = ""
      } else {
        statement.append(character)
      }
    }
    return members
  }

  /// Of a member's declaration: `uint8_t bytes[16]`, `void (*log)(…)`, `union … { … } payload`.
  private static func name(of declaration: String) -> String {
    if let pointer = declaration.firstRange(of: "(*"), !declaration.contains("{") {
      return String(declaration[pointer.upperBound...].prefix { $0 != ")" })
    }
    let withoutArray = declaration.hasSuffix("]") ? declaration.prefix { $0 != "[" } : declaration[...]
    return String(withoutArray.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
  }
}
