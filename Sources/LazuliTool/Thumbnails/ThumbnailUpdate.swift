/// What became of a file's thumbnails.
struct ThumbnailUpdate: Sendable {
  let input: String
  let uri: String
  /// Where they are.
  private(set) var paths: [(path: String, isNew: Bool)] = []

  init(input: String, uri: String) {
    self.input = input
    self.uri = uri
  }

  mutating func add(_ path: String, isNew: Bool) { paths.append((path, isNew)) }

  /// A line for each.
  var text: String {
    paths.map { "\(TerminalText.sanitized($0.path))\($0.isNew ? "" : "  up to date")\n" }.joined()
  }

  var json: JSONText {
    .object([
      ("input", .string(input)), ("ok", true), ("uri", .string(uri)),
      ("thumbnails", .array(paths.map { .object([("path", .string($0.path)), ("new", .boolean($0.isNew))]) })),
    ])
  }
}
