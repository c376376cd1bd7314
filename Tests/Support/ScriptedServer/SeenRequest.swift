/// A request as a server saw it.
public struct SeenRequest: Sendable {
  public let method: String
  /// Path and query, as written.
  public let target: String
  public let fields: [(name: String, value: String)]
  /// Counted from 1 in the order in which connections were made.
  public let connection: Int

  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of the first field of that name, compared without case.
  public func value(of name: String) -> String? {
    fields.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// From a head without its empty line.
  init?(head: String, connection: Int) {
    let lines = head.split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    fields = lines.dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    self.connection = connection
  }
}
