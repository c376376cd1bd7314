/// IPv6 addresses as text, without brackets and zones.
///
/// Sources: WHATWG URL Standard, IPv6 parser; RFC 5952 for the canonical form.
enum IPv6Text {
  /// The 16 bytes; `nil` for what is no address.
  static func parse(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard let gap = gap(in: text) else {
      guard let pieces = pieces(of: text, mayEndInIPv4: true), pieces.count == 8 else { return nil }
      return bytes(of: pieces)
    }
    guard let head = pieces(of: text[..<gap], mayEndInIPv4: false),
      let tail = pieces(of: text[(gap + 2)...], mayEndInIPv4: true), head.count + tail.count <= 7
    else { return nil }
    return bytes(of: head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail)
  }

  /// Lower case, the longest run of at least two zero pieces as "::".
  static func serialized(_ address: [UInt8]) -> String {
    let pieces = stride(from: 0, to: 16, by: 2).map {
      String(UInt16(address[$0]) << 8 | UInt16(address[$0 + 1]), radix: 16)
    }
    guard let run = longestZeroRun(in: pieces) else { return pieces.joined(separator: ":") }
    return pieces[..<run.lowerBound].joined(separator: ":") + "::" + pieces[run.upperBound...].joined(separator: ":")
  }

  /// Where the "::" stands.
  private static func gap(in text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropLast().first { text[$0] == ASCII.colon && text[$0 + 1] == ASCII.colon }
  }

  private static func bytes(of pieces: [UInt16]) -> [UInt8] {
    pieces.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }

  /// The pieces between colons, none for an empty text; `nil` when one is wrong.
  private static func pieces(of text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var parts = text.split(separator: ASCII.colon, maxSplits: 8, omittingEmptySubsequences: false)
    var trailing: [UInt16] = []
    if mayEndInIPv4, let last = parts.last, last.contains(ASCII.dot) {
      guard let pair = dottedPair(last) else { return nil }
      trailing = pair
      parts.removeLast()
    }
    let pieces = parts.compactMap(piece)
    return pieces.count == parts.count ? pieces + trailing : nil
  }

  /// One to four hexadecimal digits.
  private static func piece(_ text: ArraySlice<UInt8>) -> UInt16? {
    guard (1...4).contains(text.count) else { return nil }
    var value: UInt16 = 0
    for byte in text {
      guard let digit = ASCII.hexValue(byte) else { return nil }
      value = value << 4 | UInt16(digit)
    }
    return value
  }

  /// Four decimal numbers, no leading zeros, as two pieces.
  private static func dottedPair(_ text: ArraySlice<UInt8>) -> [UInt16]? {
    let parts = text.split(separator: ASCII.dot, maxSplits: 4, omittingEmptySubsequences: false)
    let numbers = parts.compactMap(decimalByte)
    guard parts.count == 4, numbers.count == 4 else { return nil }
    return [numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3]]
  }

  private static func decimalByte(_ text: ArraySlice<UInt8>) -> UInt16? {
    guard (1...3).contains(text.count), text.allSatisfy(ASCII.isDigit) else { return nil }
    if text.count > 1, text.first == 0x30 { return nil }
    let value = text.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
    return value <= 255 ? value : nil
  }

  /// The first of the longest runs; `nil` when none has two pieces.
  private static func longestZeroRun(in pieces: [String]) -> Range<Int>? {
    var longest = 0..<0
    var start = 0
    for index in 0...pieces.count where index == pieces.count || pieces[index] != "0" {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest.count > 1 ? longest : nil
  }
}
