import CLazuliData
import LazuliABI
import LazuliPluginKit

/// Resources which their URLs hold, decoded by one thread.
final class DataTransport: PluginTransport {
  private let turns = TurnLoop(name: "lazuli-data")

  init(settings: PluginSettings) throws(PluginError) {}

  var loop: TransportLoop { turns }

  func transfer(for request: PluginRequest) throws(PluginError) -> PluginTransfer {
    let href = UnsafeRawBufferPointer(start: request.url.href.data, count: Int(clamping: request.url.href.size))
    guard href.starts(with: "data:".utf8) else {
      throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The URL does not begin with \"data:\"")
    }
    let content = UnsafeRawBufferPointer(rebasing: href.dropFirst(5))
    guard var block = BodyBlock(capacity: content.count) else {
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the data URL")
    }
    if let source = content.baseAddress { memcpy(block.bytes, source, content.count) }
    block.count = content.count
    return DataTransfer(request, content: block, loop: turns)
  }
}
