/// Escapes of surrogates without a partner, which jansson refuses.
enum LoneSurrogates {
  /// The text with each such escape replaced by the one for U+FFFD.
  static func replaced(in text: [UInt8]) -> [UInt8] {
    var result = text
    var index = 0
    while index < text.count {
      guard text[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      guard let unit = unit(at: index, in: text) else {
        index += 2
        continue
      }
      let isPair = unit & 0xFC00 == 0xD800 && (self.unit(at: index + 6, in: text) ?? 0) & 0xFC00 == 0xDC00
      if !isPair && unit & 0xF800 == 0xD800 { result.replaceSubrange(index + 2..<index + 6, with: "FFFD".utf8) }
      index += isPair ? 12 : 6
    }
    return result
  }

  /// The code unit of an escape of six bytes.
  private static func unit(at index: Int, in text: [UInt8]) -> UInt16? {
    guard index + 6 <= text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt16(String(decoding: text[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }
}
