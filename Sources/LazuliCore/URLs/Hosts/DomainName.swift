/// From a domain as users write it to the ASCII form that resolvers take.
///
/// UTS #46 processing, not transitional, hyphens anywhere, no limits on lengths for ASCII names. A
/// label which is not ASCII is limited to what DNS can hold, 63 bytes: libidn2 makes no longer ones.
///
/// Sources: WHATWG URL Standard, domain to ASCII; Unicode Technical Standard #46.
enum DomainName {
  /// The domain in lower-case ASCII. Which code points a domain must not have is not its business.
  static func ascii(_ domain: [UInt8]) throws(URLFault) -> [UInt8] {
    let lowercased = domain.map(ASCII.lowercased)
    if isASCII(lowercased) && !hasPunycode(lowercased) { return lowercased }
    var result: [UInt8] = []
    for (index, label) in labels(of: domain).enumerated() {
      if index > 0 { result.append(ASCII.dot) }
      result += try ascii(label: Array(label))
    }
    return result
  }

  private static func isASCII(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 < 0x80 } }

  /// Whether a label of a lower-case domain begins with "xn--".
  private static func hasPunycode(_ domain: [UInt8]) -> Bool {
    domain.indices.contains { index in
      (index == 0 || domain[index - 1] == ASCII.dot) && domain[index...].starts(with: Punycode.prefix)
    }
  }

  /// Cut at the full stop and at the three others which UTS #46 maps to it.
  private static func labels(of domain: [UInt8]) -> [ArraySlice<Unicode.Scalar>] {
    let separators: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
    return Array(String(decoding: domain, as: UTF8.self).unicodeScalars)
      .split(omittingEmptySubsequences: false, whereSeparator: separators.contains)
  }

  private static func ascii(label: [Unicode.Scalar]) throws(URLFault) -> [UInt8] {
    guard label.allSatisfy(\.isASCII) else { return try InternationalLabel.ascii(label) }
    let lowercased = label.map { ASCII.lowercased(UInt8(truncatingIfNeeded: $0.value)) }
    if lowercased.starts(with: Punycode.prefix) { try verify(lowercased) }
    return lowercased
  }

  /// A label which is encoded already is legal only as what its decoded form would be encoded to.
  private static func verify(_ label: [UInt8]) throws(URLFault) {
    guard label.count <= 63, let decoded = Punycode.decode(label.dropFirst(Punycode.prefix.count)),
      !decoded.allSatisfy(\.isASCII), try InternationalLabel.ascii(decoded) == label
    else { throw .badName }
  }
}
