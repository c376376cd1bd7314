/// An IPv4 or IPv6 address, in network order.
public enum NetworkAddress: Sendable, Hashable {
  /// 4 bytes.
  case ipv4([UInt8])
  /// 16 bytes.
  case ipv6([UInt8])
}

extension NetworkAddress {
  /// `nil` unless there are 4 or 16 bytes.
  public init?(bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = .ipv4(bytes)
    case 16: self = .ipv6(bytes)
    default: return nil
    }
  }

  /// Reads an address in any form that a resolver takes: "127.0.0.1", "127.1", "0x7f000001", "017700000001", "::1".
  ///
  /// `nil` for names, and for what has a port, a zone or brackets.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    if bytes.contains(ASCII.colon) {
      guard let address = IPv6Text.parse(bytes[...]) else { return nil }
      self = .ipv6(address)
    } else {
      guard let address = IPv4Text.parse(bytes) else { return nil }
      self = .ipv4(address)
    }
  }

  /// From the host of a URL, where an IPv6 address has brackets.
  init?(host: [UInt8]) {
    if host.first == ASCII.openingBracket, host.last == ASCII.closingBracket {
      guard let address = IPv6Text.parse(host.dropFirst().dropLast()) else { return nil }
      self = .ipv6(address)
    } else {
      guard let address = IPv4Text.parse(host) else { return nil }
      self = .ipv4(address)
    }
  }

  /// In network order.
  public var bytes: [UInt8] {
    switch self {
    case .ipv4(let bytes), .ipv6(let bytes): bytes
    }
  }
}

extension NetworkAddress: CustomStringConvertible {
  /// "192.0.2.1", "2001:db8::1" (RFC 5952).
  public var description: String {
    switch self {
    case .ipv4(let bytes) where bytes.count == 4: IPv4Text.serialized(bytes)
    case .ipv6(let bytes) where bytes.count == 16: IPv6Text.serialized(bytes)
    default: "an address of \(bytes.count) bytes"
    }
  }
}
