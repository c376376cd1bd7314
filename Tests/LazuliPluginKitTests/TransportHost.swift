import LazuliABI
import LazuliPluginKitFull

/// A host of one scripted transport, on the other side of the C contract.
final class TransportHost {
  struct Failure: Error {
    let code: lzl_status
  }

  private static let export = PluginExport(id: "org.lazuli.test.scripted", version: "1.0.0")
    .transport(["scripted"], ScriptedTransport.self)

  /// What the host's threads may call at any time.
  struct Functions: @unchecked Sendable {
    // Unchecked: the contract calls these functions thread-safe, and the table never changes.
    fileprivate let table: lzl_transport_api

    func unpause(_ transfer: OpaquePointer) { table.unpause(transfer) }
    func cancel(_ transfer: OpaquePointer) { table.cancel(transfer) }
    func setPriority(_ transfer: OpaquePointer, _ priority: UInt32) { table.set_priority(transfer, priority) }
    func release(_ transfer: OpaquePointer) { table.release(transfer) }
  }

  let api: Functions
  private var transport: OpaquePointer?

  init() throws {
    var plugin = lzl_plugin()
    plugin.struct_size = UInt32(MemoryLayout<lzl_plugin>.size)
    _ = Self.export.describe(to: &plugin)
    let table = withBytes("scripted") { name in
      LZL_TRANSPORT.withCString { plugin.get(plugin.context, $0, name) }
    }
    guard let table else { throw Failure(code: LZL_ERROR_VERSION) }
    let functions = table.load(as: lzl_transport_api.self)
    api = Functions(table: functions)
    var options = lzl_transport_options()
    options.struct_size = UInt32(MemoryLayout<lzl_transport_options>.size)
    var error = lzl_error()
    let code = functions.create(functions.context, &options, &transport, &error)
    guard code == LZL_OK else { throw Failure(code: code) }
  }

  deinit { destroy() }

  /// Opens a transfer of `pieces` pieces; the handle is the caller's.
  func open(
    _ sink: RecordingSink, pieces: UInt32 = 1, announcing excess: String = "", host: String = "",
    maximumByteCount: UInt64 = 0, priority: UInt32 = LZL_PRIORITY_NORMAL
  ) throws -> OpaquePointer {
    var handle: OpaquePointer?
    var error = lzl_error()
    let code = withBytes(excess) { query in
      withBytes(host) { host in
        var request = lzl_request()
        request.struct_size = UInt32(MemoryLayout<lzl_request>.size)
        request.url.port = pieces
        request.url.query = query
        request.url.host = host
        request.maximum_byte_count = maximumByteCount
        request.priority = priority
        var table = sink.table
        return api.table.open(transport, &request, &table, &handle, &error)
      }
    }
    guard code == LZL_OK, let handle else { throw Failure(code: code) }
    return handle
  }

  func destroy() {
    if let transport { api.table.destroy(transport) }
    transport = nil
  }
}

private func withBytes<Result>(_ text: String, _ body: (lzl_bytes) -> Result) -> Result {
  let bytes = Array(text.utf8)
  return bytes.withUnsafeBufferPointer { body(lzl_bytes(data: $0.baseAddress, size: UInt64($0.count))) }
}
