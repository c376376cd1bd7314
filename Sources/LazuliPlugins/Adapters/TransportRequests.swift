import LazuliABI
import LazuliCore

extension lzl_request {
  /// `arena` holds what it points to.
  init(_ request: TransportRequest, _ arena: CArena) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_request>.size)
    flags = request.decodesContent ? LZL_REQUEST_DECODE_CONTENT : 0
    url = lzl_url(request.url, arena)
    method = arena.bytes(request.method)
    let fields = arena.array(request.fields.map { lzl_field(name: arena.bytes($0.name), value: arena.bytes($0.value)) })
    self.fields = fields.baseAddress.map { UnsafePointer($0) }
    field_count = UInt64(fields.count)
    // Zero would mean the transport's own limit: a limit of 0 is 1.
    maximum_byte_count = request.maximumByteCount.map { max(1, UInt64(clamping: $0)) } ?? LZL_UNLIMITED
    connect_timeout = request.connectTimeout.milliseconds
    timeout = request.timeout?.milliseconds ?? LZL_UNLIMITED_32
    stall_bytes_per_second = UInt32(clamping: request.stallBytesPerSecond ?? 0)
    stall_duration = request.stallBytesPerSecond == nil ? 0 : request.stallDuration.milliseconds
    priority = request.priority.number
  }
}

extension lzl_url {
  init(_ url: ResourceURL, _ arena: CArena) {
    self.init()
    href = arena.bytes(url.redacted)
    scheme = arena.bytes(url.scheme)
    host = arena.bytes(url.host ?? "")
    path = arena.bytes(url.path)
    query = arena.bytes(url.query ?? "")
    port = UInt32(clamping: url.effectivePort ?? 0)
    has_query = url.query == nil ? 0 : 1
  }
}

extension Duration {
  /// At least 1: zero has another meaning in the contract, and so has the greatest number.
  fileprivate var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    guard !overflow else { return LZL_UNLIMITED_32 - 1 }
    return min(max(1, UInt32(clamping: whole + attoseconds / 1_000_000_000_000_000)), LZL_UNLIMITED_32 - 1)
  }
}
