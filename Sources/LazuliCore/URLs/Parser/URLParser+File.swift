/// File, file slash and file host.
extension URLParser {
  mutating func parseFile() throws(URLFault) {
    record.host = ""
    if isAtSlash {
      position += 1
      return try parseFileSlash()
    }
    guard let base = fileBase else { return parsePath() }
    record.host = base.host
    record.inheritPath(of: base)
    parseRelativePath { parser in
      if DriveLetter.begins(parser.remaining) { parser.record.path = [] } else { parser.record.shortenPath() }
    }
  }

  private var fileBase: ResourceURL? { base?.scheme == SpecialScheme.file ? base : nil }

  private mutating func parseFileSlash() throws(URLFault) {
    if isAtSlash {
      position += 1
      return try parseFileHost()
    }
    if let base = fileBase {
      record.host = base.host
      if !DriveLetter.begins(remaining) { inheritDrive(of: base) }
    }
    parsePath()
  }

  private mutating func inheritDrive(of base: ResourceURL) {
    let path = Array(base.path.utf8)
    let drive = path.dropFirst().prefix { $0 != ASCII.slash }
    if DriveLetter.isNormalized(drive) { record.path = Array(path.prefix(3)) }
  }

  private mutating func parseFileHost() throws(URLFault) {
    let end = end(where: endsSegment)
    let host = input[position..<end]
    // "file://C:/x" is a path with a drive, no host.
    if DriveLetter.isDrive(host) { return parsePath() }
    if !host.isEmpty {
      let name = try HostParser.parse(host, isSpecial: true)
      record.host = name == "localhost" ? "" : name
    }
    position = end
    parsePathStart()
  }
}
