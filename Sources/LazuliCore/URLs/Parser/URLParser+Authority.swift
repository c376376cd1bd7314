/// Authority, host and port.
extension URLParser {
  mutating func parseAuthority() throws(URLFault) {
    let end = end(where: endsSegment)
    var authority = input[position..<end]
    if let at = authority.lastIndex(of: ASCII.at) {
      parseCredentials(authority[..<at])
      authority = authority[(at + 1)...]
      if authority.isEmpty { throw .noHost }
    }
    try parseHostAndPort(authority)
    position = end
    parsePathStart()
  }

  private mutating func parseCredentials(_ text: ArraySlice<UInt8>) {
    let colon = text.firstIndex(of: ASCII.colon) ?? text.endIndex
    record.username = PercentCoding.encoded(text[..<colon], .userInfoEncoded)
    record.password = PercentCoding.encoded(text[colon...].dropFirst(), .userInfoEncoded)
  }

  private mutating func parseHostAndPort(_ text: ArraySlice<UInt8>) throws(URLFault) {
    let colon = Self.portColon(in: text)
    let host = text[..<(colon ?? text.endIndex)]
    if host.isEmpty && (record.isSpecial || colon != nil) { throw .noHost }
    record.host = try HostParser.parse(host, isSpecial: record.isSpecial)
    if let colon { record.port = try port(text[(colon + 1)...]) }
  }

  /// The first colon outside of brackets.
  private static func portColon(in text: ArraySlice<UInt8>) -> Int? {
    var isInsideBrackets = false
    return text.indices.first { index in
      if text[index] == ASCII.openingBracket { isInsideBrackets = true }
      if text[index] == ASCII.closingBracket { isInsideBrackets = false }
      return text[index] == ASCII.colon && !isInsideBrackets
    }
  }

  /// `nil` for none and for the scheme's default.
  private func port(_ digits: ArraySlice<UInt8>) throws(URLFault) -> Int? {
    var port = 0
    for digit in digits {
      guard ASCII.isDigit(digit) else { throw .badPort }
      port = port * 10 + Int(digit - 0x30)
      if port > Int(UInt16.max) { throw .badPort }
    }
    return digits.isEmpty || port == SpecialScheme.defaultPort(of: record.scheme) ? nil : port
  }
}
