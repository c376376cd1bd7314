extension NetworkAddress {
  /// Whether it belongs to a host of the public network.
  ///
  /// An address which holds an IPv4 address is only as public as that.
  public var isPublic: Bool { range == .global }

  /// What its block is for; of an address that holds an IPv4 address which is not public, that one's.
  public var range: AddressRange {
    switch self {
    case .ipv4(let bytes): bytes.count == 4 ? Self.range(ofIPv4: bytes) : .reserved
    case .ipv6(let bytes): bytes.count == 16 ? Self.range(ofIPv6: bytes) : .reserved
    }
  }

  /// The IPv4 addresses within an IPv6 address; none when it is no such address.
  ///
  /// Of a Teredo address the server's and the client's.
  public var embeddedIPv4: [NetworkAddress] {
    guard case .ipv6(let bytes) = self, bytes.count == 16 else { return [] }
    return Self.embedded(in: bytes).map { .ipv4($0) }
  }

  private static func range(ofIPv4 bytes: [UInt8]) -> AddressRange {
    SpecialAddresses.ipv4.first { $0.contains(bytes) }?.range ?? .global
  }

  private static func range(ofIPv6 bytes: [UInt8]) -> AddressRange {
    let own = ownRange(ofIPv6: bytes)
    guard own == .transition || own == .global else { return own }
    return embedded(in: bytes).map(range(ofIPv4:)).first { $0 != .global } ?? own
  }

  private static func ownRange(ofIPv6 bytes: [UInt8]) -> AddressRange {
    if let block = SpecialAddresses.ipv6.first(where: { $0.contains(bytes) }) { return block.range }
    let isGlobal = SpecialAddresses.nat64.contains(bytes) || SpecialAddresses.ipv6Global.contains(bytes)
    return isGlobal ? .global : .reserved
  }

  /// By the layouts of RFC 3056 (6to4), RFC 4380 (Teredo), RFC 5214 (ISATAP), RFC 6052 and RFC 8215 (NAT64), RFC 4291.
  private static func embedded(in bytes: [UInt8]) -> [[UInt8]] {
    let last = Array(bytes[12...])
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (0x20, 0x02, _, _): return [Array(bytes[2..<6])]
    case (0x20, 0x01, 0, 0): return [Array(bytes[4..<8]), last.map { ~$0 }]
    case (0, 0x64, 0xFF, 0x9B), (0, 0, 0, 0): return [last]
    default: return isISATAP(bytes) ? [last] : []
    }
  }

  /// Whether the interface identifier is 0:5efe or 200:5efe and an IPv4 address.
  private static func isISATAP(_ bytes: [UInt8]) -> Bool {
    bytes[8] & 0xFD == 0 && bytes[9] == 0 && bytes[10] == 0x5E && bytes[11] == 0xFE
  }
}
