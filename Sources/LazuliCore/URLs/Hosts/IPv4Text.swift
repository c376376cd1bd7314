/// IPv4 addresses as text, in every form that name resolvers have ever taken: one to four numbers,
/// decimal, octal ("0177") or hexadecimal ("0x7f"), the last filling what is left.
///
/// Source: WHATWG URL Standard, IPv4 parser.
enum IPv4Text {
  /// Whether a domain has to be an address, since its last label is a number.
  static func endsInNumber(_ domain: [UInt8]) -> Bool {
    guard let last = parts(of: domain).last, !last.isEmpty else { return false }
    return last.allSatisfy(ASCII.isDigit) || number(last) != nil
  }

  /// The four bytes; `nil` for what is no address.
  static func parse(_ domain: [UInt8]) -> [UInt8]? {
    let parts = parts(of: domain)
    guard (1...4).contains(parts.count) else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, let last = numbers.last else { return nil }
    let leading = numbers.dropLast()
    guard leading.allSatisfy({ $0 <= 255 }) else { return nil }
    let trailingByteCount = 4 - leading.count
    guard last < 1 << UInt64(8 * trailingByteCount) else { return nil }
    let trailing = (0..<trailingByteCount).reversed().map { UInt8(truncatingIfNeeded: last >> UInt64(8 * $0)) }
    return leading.map { UInt8(truncatingIfNeeded: $0) } + trailing
  }

  static func serialized(_ address: [UInt8]) -> String {
    address.map(String.init).joined(separator: ".")
  }

  /// The labels, without an empty one behind the last dot.
  private static func parts(of domain: [UInt8]) -> [ArraySlice<UInt8>] {
    var parts = domain.split(separator: ASCII.dot, omittingEmptySubsequences: false)
    if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  /// The value in its radix; what is too large for an address is `UInt64.max`.
  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    guard let first = text.first else { return nil }
    guard first == 0x30, text.count > 1 else { return number(text, radix: 10) }
    let isHexadecimal = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x")
    return isHexadecimal ? number(text.dropFirst(2), radix: 16) : number(text.dropFirst(), radix: 8)
  }

  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      guard let digit = ASCII.hexValue(digit).map(UInt64.init), digit < radix else { return nil }
      value = value > UInt64(UInt32.max) ? .max : value * radix + digit
    }
    return value
  }
}
