import LazuliABI

/// A transport as a plugin author writes it: it makes transfers, which its loop serves.
///
/// The kit does the function table, the handles and the order of the sink's calls.
public protocol PluginTransport: AnyObject {
  /// Makes a transport, once for each pipeline; must not block.
  init(settings: PluginSettings) throws(PluginError)

  /// The one thread that serves all transfers; it starts with the first of them.
  var loop: TransportLoop { get }

  /// Makes the transfer for a request, or refuses it. On any thread, several at once; must not block:
  /// what waits for the outside world belongs to the loop.
  func transfer(for request: PluginRequest) throws(PluginError) -> PluginTransfer
}
