/// The basic URL parser. Each of the standard's states is a method which consumes its part and goes
/// on with the next; nothing is read twice but what decides between states.
///
/// Source: WHATWG URL Standard, URL parsing.
struct URLParser {
  let input: [UInt8]
  let base: ResourceURL?
  var position = 0
  var record = URLRecord()

  static func parse(_ string: String, base: ResourceURL?) throws(URLFault) -> ResourceURL {
    var parser = URLParser(input: cleaned(string), base: base)
    try parser.parseScheme()
    return ResourceURL(parser.record)
  }

  /// Without control characters and spaces around, without tabs and line ends anywhere.
  private static func cleaned(_ string: String) -> [UInt8] {
    var bytes = Array(string.utf8)
    let kept = bytes.lastIndex { $0 > ASCII.space }.map { $0 + 1 } ?? 0
    bytes.removeSubrange(kept...)
    bytes.removeSubrange(..<(bytes.firstIndex { $0 > ASCII.space } ?? 0))
    bytes.removeAll { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return bytes
  }

  var current: UInt8? { position < input.count ? input[position] : nil }

  var remaining: ArraySlice<UInt8> { input[position...] }

  /// Whether the current byte separates segments here.
  var isAtSlash: Bool { current.map(isSlash) ?? false }

  /// Whether the path ends here.
  var isAtPathEnd: Bool { current.map { $0 == ASCII.question || $0 == ASCII.hash } ?? true }

  /// Special schemes take a backslash for a slash.
  func isSlash(_ byte: UInt8) -> Bool {
    byte == ASCII.slash || (byte == ASCII.backslash && record.isSpecial)
  }

  /// Where the first byte stands that fulfils a condition; the end of the input without one.
  func end(where ends: (UInt8) -> Bool) -> Int {
    remaining.firstIndex(where: ends) ?? input.count
  }

  /// Whether a byte ends an authority or a segment.
  func endsSegment(_ byte: UInt8) -> Bool {
    isSlash(byte) || byte == ASCII.question || byte == ASCII.hash
  }
}
