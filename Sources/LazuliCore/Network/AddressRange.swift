/// What a block of addresses is for.
public enum AddressRange: String, Sendable, Hashable, CaseIterable {
  /// A host of the public network.
  case global
  case unspecified
  case loopback
  case privateUse = "private"
  case linkLocal = "link-local"
  /// Between a provider's customers and its translator (CGNAT).
  case shared
  case multicast
  case broadcast
  case documentation
  case benchmarking
  /// Set aside for protocols, not for hosts.
  case protocolAssignment = "protocol-assignment"
  case discardOnly = "discard-only"
  /// Carries an IPv4 address: mapped, compatible, translated, tunnelled.
  case transition
  /// A cloud provider's own service under a public address.
  case platform
  /// Not handed out to anyone.
  case reserved
}

/// A block of addresses: those whose first `length` bits are those of `prefix`.
struct AddressBlock: Sendable {
  let prefix: [UInt8]
  let length: Int
  let range: AddressRange

  init(_ prefix: [UInt8], _ length: Int, _ range: AddressRange) {
    self.prefix = prefix
    self.length = length
    self.range = range
  }

  /// Of an IPv6 block: the pieces in front of the "::".
  init(pieces: [UInt16], _ length: Int, _ range: AddressRange) {
    let bytes = pieces.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    self.init(bytes + Array(repeating: 0, count: 16 - bytes.count), length, range)
  }

  func contains(_ address: [UInt8]) -> Bool {
    let whole = length / 8
    guard address.count == prefix.count, address.prefix(whole).elementsEqual(prefix.prefix(whole)) else {
      return false
    }
    let bits = length % 8
    return bits == 0 || (address[whole] ^ prefix[whole]) >> UInt8(8 - bits) == 0
  }
}
