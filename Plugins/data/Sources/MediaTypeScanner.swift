/// A position in the text of a media type.
struct MediaTypeScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  /// The byte at the position, `nil` at the end.
  var next: UInt8? { rest.first }

  /// Goes on by one byte; false at the end.
  mutating func skip() -> Bool { rest.popFirst() != nil }

  mutating func skipSpaces() {
    while let byte = rest.first, ASCII.isHTTPSpace(byte) { rest = rest.dropFirst() }
  }

  /// What is in front of the next such byte, or all.
  mutating func take(until stop: UInt8) -> [UInt8] { take { $0 == stop } }

  /// The same, without white space at its end.
  mutating func takeTrimmed(until stop: UInt8) -> [UInt8] {
    var text = take(until: stop)
    while let last = text.last, ASCII.isHTTPSpace(last) { text.removeLast() }
    return text
  }

  mutating func take(until isStop: (UInt8) -> Bool) -> [UInt8] {
    let end = rest.firstIndex(where: isStop) ?? rest.endIndex
    defer { rest = rest[end...] }
    return [UInt8](rest[..<end])
  }

  /// The value of a quoted string that begins here; the position is behind it afterwards.
  mutating func takeQuoted() -> [UInt8] {
    var value: [UInt8] = []
    _ = skip()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        value.append(rest.popFirst() ?? byte)
      } else {
        value.append(byte)
      }
    }
    return value
  }
}
