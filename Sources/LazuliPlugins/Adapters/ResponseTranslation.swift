import LazuliABI
import LazuliCore

extension ResponseHead {
  /// Bounded: a head which is larger than any server's is the plugin's fault.
  private static let maximumFieldCount: UInt64 = 4096
  private static let maximumByteCount: UInt64 = 1 << 20

  /// Throws `pluginMisbehaved` for what cannot be.
  init(_ response: lzl_response, _ fault: PluginFault) throws(ImageError) {
    guard response.status == 0 || (200...999).contains(response.status) else {
      throw fault.misbehaved("it gives a response with status \(response.status)")
    }
    self.init(
      status: response.status == 0 ? nil : Int(response.status),
      fields: try Self.fields(response.fields, response.field_count, fault),
      expectedByteCount: Int(exactly: response.expected_byte_count))
    guard response.identity.size <= Self.maximumByteCount else {
      throw fault.misbehaved("it gives an identity of \(response.identity.size) bytes")
    }
    if response.identity.size > 0 { identity = String(foreign: response.identity) }
    protocolVersion = Self.version(response.protocol_version)
    endsByClose = response.flags & LZL_RESPONSE_ENDS_BY_CLOSE != 0
  }

  private static func fields(
    _ start: UnsafePointer<lzl_field>?, _ count: UInt64, _ fault: PluginFault
  ) throws(ImageError) -> [HeaderField] {
    guard count > 0 else { return [] }
    guard let start, count <= maximumFieldCount else {
      throw fault.misbehaved("it gives a response of \(count) fields")
    }
    let fields = UnsafeBufferPointer(start: start, count: Int(count))
    var size: UInt64 = 0
    for field in fields {
      size = size.addingReportingOverflow(field.name.size).partialValue
      guard field.name.size <= maximumByteCount, field.value.size <= maximumByteCount, size <= maximumByteCount else {
        throw fault.misbehaved("the fields of its response are larger than \(maximumByteCount) bytes")
      }
      size += field.value.size
    }
    return fields.map { HeaderField(String(field: $0.name), String(field: $0.value)) }
  }

  /// Major · 10 + minor.
  private static func version(_ number: UInt32) -> String? {
    guard number > 0 else { return nil }
    return number % 10 == 0 && number >= 20 ? "\(number / 10)" : "\(number / 10).\(number % 10)"
  }
}

extension String {
  fileprivate init(field bytes: lzl_bytes) {
    let count = bytes.data == nil ? 0 : Int(clamping: bytes.size)
    self.init(decoding: UnsafeBufferPointer(start: bytes.data, count: count), as: UTF8.self)
  }
}

extension ConnectionAddress {
  /// `nil` for a family that the contract does not have.
  init?(_ address: lzl_address) {
    let bytes = withUnsafeBytes(of: address.bytes) { Array($0) }
    let network: NetworkAddress?
    switch address.family {
    case LZL_ADDRESS_IPV4: network = .ipv4(Array(bytes.prefix(4)))
    case LZL_ADDRESS_IPV6: network = .ipv6(bytes)
    case LZL_ADDRESS_LOCAL: network = nil
    default: return nil
    }
    self.init(
      address: network, port: Int(address.port), isReused: address.flags & LZL_ADDRESS_REUSED != 0,
      isProxy: address.flags & LZL_ADDRESS_PROXY != 0)
  }
}
