/// Relative and relative slash.
extension URLParser {
  mutating func parseRelative(to base: ResourceURL) throws(URLFault) {
    if isAtSlash {
      position += 1
      return try parseRelativeSlash(to: base)
    }
    record.inheritAuthority(of: base)
    record.inheritPath(of: base)
    parseRelativePath { $0.record.shortenPath() }
  }

  private mutating func parseRelativeSlash(to base: ResourceURL) throws(URLFault) {
    if isAtSlash {
      position += 1
      return record.isSpecial ? try parseAuthorityBehindSlashes() : try parseAuthority()
    }
    record.inheritAuthority(of: base)
    parsePath()
  }

  /// Goes on from a path that was inherited: it stays as it is when only query or fragment follow.
  mutating func parseRelativePath(leaving: (inout URLParser) -> Void) {
    if isAtPathEnd { return parseQueryAndFragment() }
    record.query = nil
    leaving(&self)
    parsePath()
  }
}
