/// An IPv4 or IPv6 address, in network order.
public enum NetworkAddress: Sendable, Hashable {
  /// 4 bytes.
  case ipv4([UInt8])
  /// 16 bytes.
  case ipv6([UInt8])
}
