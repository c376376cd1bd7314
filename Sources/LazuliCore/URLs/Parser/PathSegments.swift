/// A segment which stands for a folder rather than naming one; dots may be percent-encoded.
enum DotSegment {
  case single, double

  init?(_ segment: ArraySlice<UInt8>) {
    guard segment.count <= 6, let dots = Self.dots(in: segment), dots == 1 || dots == 2 else { return nil }
    self = dots == 1 ? .single : .double
  }

  /// How many dots it is made of; `nil` when there is anything else.
  private static func dots(in segment: ArraySlice<UInt8>) -> Int? {
    let decoded = segment.contains(ASCII.percent) ? PercentCoding.decoded(segment)[...] : segment
    return decoded.allSatisfy { $0 == ASCII.dot } ? decoded.count : nil
  }
}

/// "C:" and "C|" in the paths of file URLs.
enum DriveLetter {
  static func isDrive(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == 2, let first = text.first, let last = text.last else { return false }
    return ASCII.isLetter(first) && (last == ASCII.colon || last == ASCII.bar)
  }

  static func isNormalized(_ text: ArraySlice<UInt8>) -> Bool {
    isDrive(text) && text.last == ASCII.colon
  }

  /// Whether a drive begins the text and nothing else belongs to its segment.
  static func begins(_ text: ArraySlice<UInt8>) -> Bool {
    guard isDrive(text.prefix(2)) else { return false }
    guard let next = text.dropFirst(2).first else { return true }
    return [ASCII.slash, ASCII.backslash, ASCII.question, ASCII.hash].contains(next)
  }
}
