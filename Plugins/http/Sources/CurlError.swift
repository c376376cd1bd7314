import CLazuliHTTP
import CLazuliKit
import LazuliABI
import LazuliPluginKit

extension PluginError {
  /// What a failure of curl is in the contract's terms.
  static func curl(_ code: Int32, _ exchange: OpaquePointer, hasResponded: Bool) -> PluginError {
    var kind = lzlhttp_error_of(code)
    // A stream that ends wrongly in the midst of a body is a body cut short.
    if kind == LZL_ERROR_PROTOCOL, hasResponded, lzlhttp_is_stream_end(code) { kind = LZL_ERROR_CONNECTION_LOST }
    var error = PluginError(kind, sentence(kind) + " (" + detail(code, exchange) + ")")
    // What curl calls so while a header comes is a line that its buffer does not hold.
    if kind == LZL_ERROR_OUT_OF_MEMORY, !hasResponded {
      error = PluginError(LZL_ERROR_PROTOCOL, "A line of the response's header is too long")
    }
    error.libraryCode = Int64(code)
    return error
  }

  private static func sentence(_ kind: lzl_status) -> String {
    switch kind {
    case LZL_ERROR_NAME_NOT_RESOLVED: "The host's name could not be resolved"
    case LZL_ERROR_CONNECTION_FAILED: "No connection could be made"
    case LZL_ERROR_CONNECTION_LOST: "The connection was lost before all had come"
    case LZL_ERROR_TIMED_OUT: "The time for the request was used up"
    case LZL_ERROR_TLS: "No secure connection could be made"
    case LZL_ERROR_PROTOCOL: "The server does not speak HTTP as it should"
    case LZL_ERROR_OUT_OF_MEMORY: "libcurl has no memory, or too much of a body came while the host had paused"
    case LZL_ERROR_INVALID_ARGUMENT: "libcurl does not accept the URL"
    default: "libcurl failed"
    }
  }

  private static func detail(_ code: Int32, _ exchange: OpaquePointer) -> String {
    let own = text(lzlhttp_exchange_message(exchange))
    return own.isEmpty ? text(lzlhttp_code_message(code)) : own
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer else { return "" }
    let bytes = UnsafeRawBufferPointer(start: pointer, count: strlen(pointer))
    return String(decoding: bytes, as: UTF8.self)
  }
}
