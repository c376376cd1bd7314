import Lazuli

/// Values of options, read from text.
extension ParsedArguments {
  /// WIDTHxHEIGHT, both at least 1.
  func size(_ name: String) throws(UsageError) -> (width: Int, height: Int)? {
    guard let text = value(name) else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else {
      throw UsageError("\(name) wants WIDTHxHEIGHT, like 256x256, not “\(text)”")
    }
    return (width, height)
  }

  func imageSize(_ name: String) throws(UsageError) -> ImageSize? {
    try size(name).map { ImageSize(width: $0.width, height: $0.height) }
  }

  /// WIDTHxHEIGHT, of which one may be missing: then that side is as long as it gets.
  func box(_ name: String) throws(UsageError) -> ImageSize? {
    guard let text = value(name), text.count > 1, text.hasPrefix("x") || text.hasSuffix("x") else {
      return try imageSize(name)
    }
    guard let side = Int(text.hasPrefix("x") ? text.dropFirst() : text.dropLast()), side > 0 else {
      throw UsageError("\(name) wants WIDTHxHEIGHT, WIDTHx or xHEIGHT, not “\(text)”")
    }
    let open = Int(Int32.max)
    return text.hasPrefix("x") ? ImageSize(width: open, height: side) : ImageSize(width: side, height: open)
  }

  /// WIDTHxHEIGHT+X+Y.
  func rectangle(_ name: String) throws(UsageError) -> PixelRectangle? {
    guard let text = value(name) else { return nil }
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
    let corner = parts.dropFirst().compactMap { Int($0) }
    guard parts.count == 3, sides.count == 2, corner.count == 2, sides.allSatisfy({ $0 > 0 }),
      corner.allSatisfy({ $0 >= 0 })
    else { throw UsageError("\(name) wants WIDTHxHEIGHT+X+Y, like 200x100+20+10, not “\(text)”") }
    return PixelRectangle(x: corner[0], y: corner[1], width: sides[0], height: sides[1])
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError("\(name) wants a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
    }
    return number
  }

  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(name) wants a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
    }
    return number
  }

  /// A number above 0, or a word for another one.
  func count(_ name: String, word: String, meaning number: Int) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    if text == word { return number }
    guard let count = Int(text), (1...65_535).contains(count) else {
      throw UsageError("\(name) wants a number from 1 to 65535, or \(word), not “\(text)”")
    }
    return count
  }

  /// Seconds, also with a fraction.
  func seconds(_ name: String) throws(UsageError) -> Duration? {
    guard let text = value(name) else { return nil }
    guard let number = Double(text), number > 0, number <= 86_400 else {
      throw UsageError("\(name) wants seconds above 0, not “\(text)”")
    }
    return .milliseconds(Int64(number * 1000))
  }

  /// One of several words.
  func choice(_ name: String, of words: [String]) throws(UsageError) -> String? {
    guard let text = value(name) else { return nil }
    guard words.contains(text) else {
      throw UsageError(
        "\(name) wants one of \(words.joined(separator: ", ")), not “\(text)”",
        suggestion: Suggestion.nearest(to: text, among: words))
    }
    return text
  }

  /// RRGGBB with or without a "#".
  func color(_ name: String) throws(UsageError) -> RGBColor? {
    guard let text = value(name) else { return nil }
    let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard digits.utf8.count == 6, let number = UInt32(digits, radix: 16) else {
      throw UsageError("\(name) wants a colour as RRGGBB, like ffffff, not “\(text)”")
    }
    return RGBColor(red: UInt8(number >> 16), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }

  /// "Name: value", once for each time the option is given.
  func headerFields(_ name: String) throws(UsageError) -> [HeaderField] {
    var fields: [HeaderField] = []
    for text in allValues(name) {
      guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
        throw UsageError("\(name) wants “Name: value”, not “\(text)”")
      }
      let value = text[text.index(after: colon)...].drop { $0 == " " }
      fields.append(HeaderField(String(text[..<colon]), String(value)))
    }
    return fields
  }
}
