import LazuliABI
import LazuliPluginKit

/// One data URL on its way to the host.
final class DataTransfer: TurnTransfer, @unchecked Sendable {
  // Unchecked: it changes on the loop's thread only.
  /// What is behind "data:", later the body; `nil` when the host has it.
  private var content: BodyBlock?

  init(_ request: PluginRequest, content: BodyBlock, loop: TurnLoop) {
    self.content = content
    super.init(request, loop: loop)
  }

  deinit { content?.release() }

  override func turn() throws(PluginError) -> TransferTurn {
    guard var block = content else { return .finished }
    if !hasResponded {
      let mediaType = try DataURL.decode(&block)
      content = block
      try begin(mediaType, byteCount: UInt64(block.count))
    }
    guard try deliver(block) else { return .paused }
    content = nil
    return .finished
  }

  override func ended() {
    content?.release()
    content = nil
  }

  private func begin(_ mediaType: MediaType, byteCount: UInt64) throws(PluginError) {
    guard byteCount <= maximumByteCount else { throw .bodyLimit(needed: byteCount) }
    var response = PluginResponse()
    response.expectedByteCount = byteCount
    response.fields.append("Content-Type".utf8, mediaType.serialized)
    try respond(response)
  }
}
