import LazuliABI
import LazuliCore

/// A transport of a plugin, as the engine sees it.
struct TransportAdapter: Transport {
  let instance: TransportInstance

  var plugin: String { instance.plugin }

  func open(_ request: TransportRequest, sink: any TransportSink) throws(ImageError) -> any TransportTransfer {
    let fault = PluginFault(plugin: plugin, subject: "scheme \"\(request.url.scheme)\"", stage: .fetch)
    let box = TransferSink(sink, instance: instance, fault: fault)
    let arena = CArena()
    var given = lzl_request(request, arena)
    // Balanced in `done`, or below when the plugin refuses the request.
    let context = Unmanaged.passRetained(box)
    var table = lzl_sink(context: context.toOpaque())
    do throws(ImageError) {
      let handle = try withExtendedLifetime(arena) { () throws(ImageError) in
        try instance.open(&given, &table, fault)
      }
      return TransferAdapter(handle, instance: instance)
    } catch {
      context.release()
      throw error
    }
  }
}

/// A request under way. Letting go of it cancels what is not done.
final class TransferAdapter: TransportTransfer, @unchecked Sendable {
  // Unchecked: the functions called here are thread-safe by the contract, and none is called beside
  // `release`, which is in `deinit`.
  private let handle: OpaquePointer
  private let instance: TransportInstance

  init(_ handle: OpaquePointer, instance: TransportInstance) {
    self.handle = handle
    self.instance = instance
  }

  deinit { instance.api.release(handle) }

  func unpause() { instance.api.unpause(handle) }

  func cancel() { instance.api.cancel(handle) }

  func setPriority(_ priority: RequestPriority) {
    instance.api.set_priority(handle, priority.number)
  }
}

extension RequestPriority {
  /// The contract's scale, finer than its three names.
  var number: UInt32 {
    switch self {
    case .veryLow: LZL_PRIORITY_LOW / 2
    case .low: LZL_PRIORITY_LOW
    case .normal: LZL_PRIORITY_NORMAL
    case .high: LZL_PRIORITY_HIGH
    case .veryHigh: LZL_PRIORITY_HIGH + LZL_PRIORITY_LOW / 2
    }
  }
}
