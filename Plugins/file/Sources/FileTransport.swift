import LazuliABI
import LazuliPluginKit

/// Local files, read by one thread.
final class FileTransport: PluginTransport {
  private let turns = TurnLoop(name: "lazuli-file")
  private let blocks = BlockPool(blockCapacity: 256 << 10, maximumIdleCount: 16)

  init(settings: PluginSettings) throws(PluginError) {}

  var loop: TransportLoop { turns }

  func transfer(for request: PluginRequest) throws(PluginError) -> PluginTransfer {
    let host = UnsafeBufferPointer(start: request.url.host.data, count: Int(clamping: request.url.host.size))
    guard host.isEmpty || host.elementsEqual("localhost".utf8) else {
      throw PluginError(
        LZL_ERROR_NOT_FOUND, "file URLs with a host are not supported: write file:///path for a local file")
    }
    let path = try FilePath.decode(request.url.path)
    return FileTransfer(request, path: path, blocks: blocks, loop: turns)
  }
}
