/// A URL under construction.
struct URLRecord {
  var scheme = "" { didSet { isSpecial = SpecialScheme.contains(scheme) } }
  private(set) var isSpecial = false
  var username = ""
  var password = ""
  var host: String?
  var port: Int?
  /// Serialised: each segment behind a "/"; or opaque.
  var path: [UInt8] = []
  var query: String?
  var fragment: String?

  var isFile: Bool { scheme == SpecialScheme.file }

  mutating func inheritAuthority(of base: ResourceURL) {
    username = base.username
    password = base.password
    host = base.host
    port = base.port
  }

  mutating func inheritPath(of base: ResourceURL) {
    path = Array(base.path.utf8)
    query = base.query
  }

  /// Removes the last segment, but never a drive.
  mutating func shortenPath() {
    if isFile, path.count == 3, DriveLetter.isNormalized(path[1...]) { return }
    if let slash = path.lastIndex(of: ASCII.slash) { path.removeSubrange(slash...) }
  }

  /// Adds a segment as it stands in a reference.
  ///
  /// - Parameter isLast: Whether no slash follows: then "." and ".." leave an empty segment behind.
  mutating func append(_ segment: ArraySlice<UInt8>, isLast: Bool) {
    switch DotSegment(segment) {
    case .double:
      shortenPath()
      if isLast { path.append(ASCII.slash) }
    case .single:
      if isLast { path.append(ASCII.slash) }
    case nil:
      appendName(segment)
    }
  }

  private mutating func appendName(_ segment: ArraySlice<UInt8>) {
    let isDrive = isFile && path.isEmpty && DriveLetter.isDrive(segment)
    path.append(ASCII.slash)
    PercentCoding.append(segment, encoding: .pathEncoded, to: &path)
    if isDrive { path[2] = ASCII.colon }
  }
}
