/// From the host of a URL to its serialised form.
///
/// Source: WHATWG URL Standard, host parsing.
enum HostParser {
  static func parse(_ text: ArraySlice<UInt8>, isSpecial: Bool) throws(URLFault) -> String {
    if text.first == ASCII.openingBracket { return try bracketed(text) }
    if !isSpecial { return try opaque(text) }
    let domain = try DomainName.ascii(PercentCoding.decoded(text))
    if domain.isEmpty { throw .badName }
    if domain.contains(where: ByteSet.forbiddenInDomains.contains) { throw .forbiddenInHost }
    guard IPv4Text.endsInNumber(domain) else { return String(decoding: domain, as: UTF8.self) }
    guard let address = IPv4Text.parse(domain) else { throw .badIPv4 }
    return IPv4Text.serialized(address)
  }

  private static func bracketed(_ text: ArraySlice<UInt8>) throws(URLFault) -> String {
    let inner = text.dropFirst()
    guard inner.last == ASCII.closingBracket, let address = IPv6Text.parse(inner.dropLast()) else {
      throw inner.contains(ASCII.percent) ? .zoneIdentifier : .badIPv6
    }
    return "[\(IPv6Text.serialized(address))]"
  }

  private static func opaque(_ text: ArraySlice<UInt8>) throws(URLFault) -> String {
    if text.contains(where: ByteSet.forbiddenInHosts.contains) { throw .forbiddenInHost }
    return PercentCoding.encoded(text, .controlEncoded)
  }
}
