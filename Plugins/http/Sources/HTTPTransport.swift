import CLazuliHTTP
import LazuliABI
import LazuliPluginKit

/// HTTP and HTTPS through libcurl: one thread, and connections that all requests share.
final class HTTPTransport: PluginTransport {
  private let client: HTTPLoop

  init(settings: PluginSettings) throws(PluginError) {
    client = HTTPLoop(HTTPSettings(settings))
  }

  var loop: TransportLoop { client }

  func transfer(for request: PluginRequest) throws(PluginError) -> PluginTransfer {
    var url = request.url
    var plan: OpaquePointer?
    let code = lzlhttp_plan_make(
      &url, request.method, request.fields.baseAddress, UInt64(request.fields.count), &plan)
    guard let plan else {
      throw code == LZL_ERROR_OUT_OF_MEMORY
        ? PluginError(code, "No memory for the request")
        : PluginError(LZL_ERROR_INVALID_ARGUMENT, "HTTP cannot carry this URL, method or header field")
    }
    return HTTPTransfer(request, plan: plan, client: client)
  }
}
