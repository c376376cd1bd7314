/// Scheme start, scheme, no scheme, special authority slashes, path or authority.
extension URLParser {
  mutating func parseScheme() throws(URLFault) {
    guard let scheme = takeScheme() else { return try parseWithoutScheme() }
    record.scheme = scheme
    if record.isFile {
      try parseFile()
    } else if record.isSpecial {
      try parseSpecial()
    } else if current == ASCII.slash {
      position += 1
      try parsePathOrAuthority()
    } else {
      parseOpaquePath()
    }
  }

  /// The scheme in lower case, with its colon consumed; `nil` when the input does not begin with one.
  private mutating func takeScheme() -> String? {
    guard let first = input.first, ASCII.isLetter(first) else { return nil }
    let end = end { !Self.isSchemeByte($0) }
    guard end < input.count, input[end] == ASCII.colon else { return nil }
    position = end + 1
    return String(decoding: input[..<end].map(ASCII.lowercased), as: UTF8.self)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+-.".utf8.contains(byte)
  }

  private mutating func parseWithoutScheme() throws(URLFault) {
    guard let base else { throw .noScheme }
    record.scheme = base.scheme
    if base.hasOpaquePath {
      guard current == ASCII.hash else { throw .relativeToOpaque }
      record.inheritPath(of: base)
      parseQueryAndFragment()
    } else if record.isFile {
      try parseFile()
    } else {
      try parseRelative(to: base)
    }
  }

  /// A special scheme other than file: "https:path" is relative to a base of the same scheme, and
  /// otherwise any number of slashes leads to the authority.
  private mutating func parseSpecial() throws(URLFault) {
    if let base, base.scheme == record.scheme, !remaining.starts(with: "//".utf8) {
      return try parseRelative(to: base)
    }
    try parseAuthorityBehindSlashes()
  }

  mutating func parseAuthorityBehindSlashes() throws(URLFault) {
    position = end { $0 != ASCII.slash && $0 != ASCII.backslash }
    try parseAuthority()
  }

  private mutating func parsePathOrAuthority() throws(URLFault) {
    guard current == ASCII.slash else { return parsePath() }
    position += 1
    try parseAuthority()
  }
}
