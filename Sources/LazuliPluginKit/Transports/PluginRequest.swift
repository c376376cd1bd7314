import LazuliABI

/// What the host asks a transport for. Its pointers are valid within `transfer(for:)` only: a transfer
/// copies what it needs.
public struct PluginRequest {
  /// The body at the most when the host names no limit.
  private static let carefulByteCount: UInt64 = 64 << 20

  /// Parsed once, by the engine.
  public let url: lzl_url
  /// "GET" for images.
  public let method: lzl_bytes
  /// All of them, in order.
  public let fields: UnsafeBufferPointer<lzl_field>
  /// The body at the most, decoded; `LZL_UNLIMITED` for none.
  public let maximumByteCount: UInt64
  /// Milliseconds until a connection stands, `nil`: the transport's default.
  public let connectTimeout: UInt32?
  /// Milliseconds for the whole, `nil`: the transport's default, `LZL_UNLIMITED_32`: none.
  public let timeout: UInt32?
  /// Too slow is below so many bytes in a second …
  public let stallBytesPerSecond: UInt32
  /// … for so many milliseconds; 0: never.
  public let stallDuration: UInt32
  /// Higher goes first.
  public let priority: UInt32
  /// Whether compressed content may be asked for, and is delivered decoded.
  public let decodesContent: Bool

  init(_ request: lzl_request) {
    url = request.url
    method = request.method
    let count = request.fields == nil ? 0 : Int(clamping: request.field_count)
    fields = UnsafeBufferPointer(start: request.fields, count: count)
    maximumByteCount = request.maximum_byte_count == 0 ? Self.carefulByteCount : request.maximum_byte_count
    connectTimeout = request.connect_timeout == 0 ? nil : request.connect_timeout
    timeout = request.timeout == 0 ? nil : request.timeout
    stallBytesPerSecond = request.stall_bytes_per_second
    stallDuration = request.stall_duration
    priority = request.priority
    decodesContent = request.flags & LZL_REQUEST_DECODE_CONTENT != 0
  }
}
