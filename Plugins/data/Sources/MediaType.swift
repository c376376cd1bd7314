/// A media type, parsed and serialised by the MIME Sniffing Standard.
struct MediaType {
  private var type: [UInt8]
  private var subtype: [UInt8]
  private var parameters: [(name: [UInt8], value: [UInt8])] = []

  init(type: StaticString, subtype: StaticString, charset: StaticString) {
    self.type = type.bytes
    self.subtype = subtype.bytes
    parameters = [([UInt8]("charset".utf8), charset.bytes)]
  }

  /// `nil` when the text has no valid type and subtype; parameters which are not valid are left out.
  init?(parsing text: [UInt8]) {
    var scanner = MediaTypeScanner(text[...].trimmed(ASCII.isHTTPSpace))
    let type = scanner.take(until: UInt8(ascii: "/"))
    guard !type.isEmpty, type.allSatisfy(ASCII.isToken), scanner.skip() else { return nil }
    let subtype = scanner.takeTrimmed(until: UInt8(ascii: ";"))
    guard !subtype.isEmpty, subtype.allSatisfy(ASCII.isToken) else { return nil }
    self.type = type.map(ASCII.lowercase)
    self.subtype = subtype.map(ASCII.lowercase)
    while scanner.skip() { readParameter(&scanner) }
  }

  var serialized: [UInt8] {
    var text = type + [UInt8(ascii: "/")] + subtype
    for (name, value) in parameters {
      text += [UInt8(ascii: ";")] + name + [UInt8(ascii: "=")]
      let isPlain = !value.isEmpty && value.allSatisfy(ASCII.isToken)
      text += isPlain ? value : Self.quoted(value)
    }
    return text
  }

  private static func quoted(_ value: [UInt8]) -> [UInt8] {
    var text = [UInt8(ascii: "\"")]
    for byte in value {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
      text.append(byte)
    }
    return text + [UInt8(ascii: "\"")]
  }

  /// The scanner stands behind a semicolon.
  private mutating func readParameter(_ scanner: inout MediaTypeScanner) {
    scanner.skipSpaces()
    let name = scanner.take { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }.map(ASCII.lowercase)
    guard scanner.next == UInt8(ascii: "="), scanner.skip(), let first = scanner.next else { return }
    let value: [UInt8]
    if first == UInt8(ascii: "\"") {
      value = scanner.takeQuoted()
      _ = scanner.take(until: UInt8(ascii: ";"))
    } else {
      value = scanner.takeTrimmed(until: UInt8(ascii: ";"))
      if value.isEmpty { return }
    }
    guard !name.isEmpty, name.allSatisfy(ASCII.isToken), value.allSatisfy(ASCII.isQuotable) else { return }
    guard !parameters.contains(where: { $0.name.elementsEqual(name) }) else { return }
    parameters.append((name, value))
  }
}

extension StaticString {
  fileprivate var bytes: [UInt8] {
    [UInt8](UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
  }
}
