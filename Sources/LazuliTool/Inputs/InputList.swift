import Lazuli

/// The pictures that a command is given: its operands, and the lines of a list.
struct InputList: Sendable {
  static let options: [OptionDefinition] = [
    .value("--from", "FILE|-", "read more URLs and paths from FILE, one a line")
  ]

  private let words: [String]
  private let file: String?

  init(_ arguments: ParsedArguments, of command: String) throws(UsageError) {
    words = arguments.operands
    file = arguments.value("--from")
    guard !words.isEmpty || file != nil else { throw UsageError("\(command) wants a URL, a path or -") }
  }

  /// Reads the list. Throws `notFound`, `accessDenied`, `inputOutput`, `limitExceeded`.
  func locations() throws(ImageError) -> [ImageLocation] {
    guard let file else { return words.map(ImageLocation.init) }
    let bytes = try file == "-" ? StandardInput.readAll(maximumByteCount: 64 << 20) : TextFile.read(file)
    return (words + StandardInput.lines(of: bytes)).map(ImageLocation.init)
  }
}
