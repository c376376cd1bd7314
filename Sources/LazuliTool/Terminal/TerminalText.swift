/// Text from outside on its way to a terminal: what could move the cursor, change colours or
/// disguise the order of characters is shown as an escape instead.
enum TerminalText {
  static func sanitized(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if isHarmless(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// Control characters (C0, DEL, C1), line separators and the bidirectional controls are not.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF: false
    default: true
    }
  }
}
