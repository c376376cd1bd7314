import LazuliABI

/// What `create` needs to make a transport of one class; lives as long as the process.
final class TransportFactory {
  typealias Make = (PluginSettings) throws(PluginError) -> any PluginTransport

  let make: Make

  init(_ make: @escaping Make) { self.make = make }

  /// The function table of the class. Never freed: it belongs to the contract.
  func makeTable() -> UnsafeRawPointer {
    let table = UnsafeMutablePointer<lzl_transport_api>.allocate(capacity: 1)
    table.initialize(
      to: lzl_transport_api(
        context: Unmanaged.passRetained(self).toOpaque(),
        create: createTransport, open: openTransfer, unpause: { transfer(of: $0)?.unpause() },
        cancel: { transfer(of: $0)?.cancel() },
        set_priority: { transfer(of: $0)?.setPriority($1) }, release: releaseTransfer,
        destroy: destroyTransport))
    return UnsafeRawPointer(table)
  }
}

/// The object behind an `lzl_transport`.
private final class TransportHandle {
  let transport: any PluginTransport

  init(_ transport: any PluginTransport) { self.transport = transport }
}

private func transfer(of handle: OpaquePointer?) -> PluginTransfer? {
  guard let handle else { return nil }
  return Unmanaged<PluginTransfer>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

private func createTransport(
  context: UnsafeMutableRawPointer?, options: UnsafePointer<lzl_transport_options>?,
  out: UnsafeMutablePointer<OpaquePointer?>?, error: UnsafeMutablePointer<lzl_error>?
) -> lzl_status {
  guard let context, let options, let out else { return LZL_ERROR_INVALID_ARGUMENT }
  let given = readStruct(options, size: options.pointee.struct_size, empty: lzl_transport_options())
  let factory = Unmanaged<TransportFactory>.fromOpaque(context).takeUnretainedValue()
  do throws(PluginError) {
    let handle = TransportHandle(try factory.make(PluginSettings(given.settings)))
    out.pointee = OpaquePointer(Unmanaged.passRetained(handle).toOpaque())
    return LZL_OK
  } catch let failure {
    error?.pointee = failure.cValue
    return failure.code
  }
}

private func openTransfer(
  transport: OpaquePointer?, request: UnsafePointer<lzl_request>?, sink: UnsafePointer<lzl_sink>?,
  out: UnsafeMutablePointer<OpaquePointer?>?, error: UnsafeMutablePointer<lzl_error>?
) -> lzl_status {
  guard let transport, let request, let sink, let out else { return LZL_ERROR_INVALID_ARGUMENT }
  let handle = Unmanaged<TransportHandle>.fromOpaque(UnsafeRawPointer(transport)).takeUnretainedValue()
  do throws(PluginError) {
    let sink = try readSink(sink)
    let given = readStruct(request, size: request.pointee.struct_size, empty: lzl_request())
    let transfer = try handle.transport.transfer(for: PluginRequest(given))
    try transfer.loop.start()
    // Set before the start: the sink may release the handle before this call returns.
    out.pointee = OpaquePointer(Unmanaged.passRetained(transfer).toOpaque())
    transfer.open(sink: sink)
    return LZL_OK
  } catch let failure {
    error?.pointee = failure.cValue
    return failure.code
  }
}

private func readSink(_ sink: UnsafePointer<lzl_sink>) throws(PluginError) -> lzl_sink {
  let value = readStruct(sink, size: sink.pointee.struct_size, empty: lzl_sink())
  guard value.connect != nil, value.response != nil, value.data != nil, value.done != nil else {
    throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The sink lacks a function")
  }
  return value
}

private func releaseTransfer(_ handle: OpaquePointer?) {
  guard let handle else { return }
  let transfer = Unmanaged<PluginTransfer>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue()
  transfer.cancel()
}

private func destroyTransport(_ transport: OpaquePointer?) {
  guard let transport else { return }
  Unmanaged<TransportHandle>.fromOpaque(UnsafeRawPointer(transport)).takeRetainedValue().transport.loop.stop()
}
