import LazuliCore

/// A value within a document, with the road to it: reads what is expected or says what is wrong where.
struct JSONCursor {
  let document: JSONDocument
  let value: JSONValue
  let path: [JSONStep]

  func error(_ reason: String) -> ImageError { document.error(at: path, reason) }

  private func mismatch(_ wanted: String) -> ImageError {
    error("has to be \(wanted) and is \(value.typeName)")
  }

  func string() throws(ImageError) -> String {
    guard case .string(let text) = value else { throw mismatch("a string") }
    return text
  }

  /// A string that is not empty.
  func name() throws(ImageError) -> String {
    let text = try string()
    guard !text.isEmpty else { throw error("may not be empty") }
    return text
  }

  func boolean() throws(ImageError) -> Bool {
    guard case .boolean(let value) = value else { throw mismatch("true or false") }
    return value
  }

  func integer(in range: ClosedRange<Int64> = .min ... .max) throws(ImageError) -> Int64 {
    guard case .integer(let value) = value else { throw mismatch("an integer") }
    guard range.contains(value) else { throw outside(range, value) }
    return value
  }

  private func outside(_ range: ClosedRange<Int64>, _ value: Int64) -> ImageError {
    guard value < range.lowerBound else { return error("is \(value), at the most \(range.upperBound) is allowed") }
    return error("is \(value), at least \(range.lowerBound) is needed")
  }

  func number() throws(ImageError) -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    default: throw mismatch("a number")
    }
  }

  func elements() throws(ImageError) -> [JSONCursor] {
    guard case .array(let values) = value else { throw mismatch("a list") }
    return values.enumerated().map { JSONCursor(document: document, value: $1, path: path + [.index($0)]) }
  }

  func members() throws(ImageError) -> [(key: String, value: JSONCursor)] {
    guard case .object(let members) = value else { throw mismatch("an object") }
    return members.map { ($0.key, JSONCursor(document: document, value: $0.value, path: path + [.key($0.key)])) }
  }

  func strings() throws(ImageError) -> [String] {
    try elements().map { (element) throws(ImageError) in try element.name() }
  }

  /// The member of that name, or `nil`.
  func optional(_ key: String) throws(ImageError) -> JSONCursor? {
    guard case .object(let members) = value else { throw mismatch("an object") }
    guard let member = members.first(where: { $0.key == key }) else { return nil }
    return JSONCursor(document: document, value: member.value, path: path + [.key(key)])
  }

  func required(_ key: String) throws(ImageError) -> JSONCursor {
    guard let member = try optional(key) else { throw error("lacks \"\(key)\"") }
    return member
  }

  /// Throws when a member is not among `known`: a mistyped key must not be a key without effect.
  func rejectUnknownKeys(_ known: [String]) throws(ImageError) {
    for member in try members() where !known.contains(member.key) {
      throw member.value.error("is not a known key; known are \(known.joined(separator: ", "))")
    }
  }
}
