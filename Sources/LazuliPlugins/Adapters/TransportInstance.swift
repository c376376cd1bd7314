import LazuliABI
import LazuliCore
import Synchronization

/// One transport of a plugin: its loop and its connections.
///
/// Ended when the last transfer and the catalog have let go of it. That may happen within a sink's
/// function, on the transport's own thread, and `destroy` waits for that thread: so it runs on a
/// thread of its own.
final class TransportInstance: @unchecked Sendable {
  // Unchecked: the functions called here are thread-safe by the contract, but for `destroy`.
  let api: lzl_transport_api
  let plugin: String
  private let handle: OpaquePointer
  private let state = Mutex(State())

  private struct State {
    /// Sinks whose transfers are done, the latest ones: a late call of a plugin that broke the
    /// contract finds a sink that refuses it, not freed memory.
    var doneSinks: [TransferSink] = []
    var next = 0
    /// What the plugin did when it was too late to tell the transfer.
    var lateFault: ImageError?
  }

  private static let maximumDoneSinks = 1024

  init(_ api: lzl_transport_api, settings: PluginSettings, fault: PluginFault) throws(ImageError) {
    self.api = api
    plugin = fault.plugin
    var options = lzl_transport_options()
    options.struct_size = UInt32(MemoryLayout<lzl_transport_options>.size)
    options.settings = settings.cValue
    var handle: OpaquePointer?
    var error = lzl_error()
    let status = withExtendedLifetime(settings) { api.create(api.context, &options, &handle, &error) }
    self.handle = try fault.created(handle, status, error)
  }

  deinit {
    let ended = EndedTransport(destroy: api.destroy, handle: handle, sinks: state.withLock { $0.doneSinks })
    // Without a thread the transport leaks: waiting here could wait for itself.
    _ = DetachedThread.run { ended.end() }
  }

  /// Calls `open`. Throws what the plugin answers, and `pluginMisbehaved` once it called a sink behind `done`.
  func open(
    _ request: UnsafePointer<lzl_request>, _ sink: UnsafePointer<lzl_sink>, _ fault: PluginFault
  ) throws(ImageError) -> OpaquePointer {
    if let lateFault = state.withLock({ $0.lateFault }) { throw lateFault }
    var transfer: OpaquePointer?
    var error = lzl_error()
    let status = api.open(handle, request, sink, &transfer, &error)
    return try fault.created(transfer, status, error)
  }

  func retire(_ sink: TransferSink) {
    state.withLock { state in
      if state.doneSinks.count < Self.maximumDoneSinks {
        state.doneSinks.append(sink)
      } else {
        state.doneSinks[state.next] = sink
        state.next = (state.next + 1) % Self.maximumDoneSinks
      }
    }
  }

  func report(late fault: ImageError) {
    state.withLock { $0.lateFault = $0.lateFault ?? fault }
  }
}

/// What is left to be done for a transport that nobody uses any more.
private struct EndedTransport: @unchecked Sendable {
  // Unchecked: handed from one thread to another, once.
  let destroy: @convention(c) (OpaquePointer?) -> Void
  let handle: OpaquePointer
  /// Kept until the loop has ended.
  let sinks: [TransferSink]

  func end() {
    withExtendedLifetime(sinks) { destroy(handle) }
  }
}
