import LazuliABI

/// The head of a response.
public struct PluginResponse {
  /// HTTP's status; 0 when the protocol has none.
  public var status: UInt32 = 0
  /// In the order of the wire, values trimmed.
  public var fields = FieldList()
  /// Bytes of the body as delivered, `LZL_UNKNOWN` when not known.
  public var expectedByteCount: UInt64 = LZL_UNKNOWN
  /// Changes whenever the bytes under the URL change; empty when there is no such thing.
  public var identity: [UInt8] = []
  /// HTTP's version as major · 10 + minor; 0 for other protocols.
  public var protocolVersion: UInt32 = 0
  /// Whether only the end of the connection ends the body.
  public var endsByClose = false

  public init() {}

  /// The response in the layout of the contract, valid within `body`.
  func withCValue(_ body: (UnsafePointer<lzl_response>) -> Void) {
    fields.withCFields { fields in
      identity.withUnsafeBufferPointer { identity in
        var value = lzl_response()
        value.struct_size = UInt32(MemoryLayout<lzl_response>.size)
        value.status = status
        value.fields = fields.baseAddress
        value.field_count = UInt64(fields.count)
        value.expected_byte_count = expectedByteCount
        value.identity = lzl_bytes(data: identity.baseAddress, size: UInt64(identity.count))
        value.protocol_version = protocolVersion
        value.flags = endsByClose ? LZL_RESPONSE_ENDS_BY_CLOSE : 0
        body(&value)
      }
    }
  }
}
