import LazuliABI
import LazuliPluginKitFull

/// A transport whose URLs say what it does: the port is how many pieces of ten bytes come, the query how many
/// bytes are announced beyond them, the host "refused" is refused.
final class ScriptedTransport: PluginTransport {
  static let pieceByteCount = 10

  private let turns = TurnLoop(name: "test-scripted")
  private let blocks = BlockPool(blockCapacity: pieceByteCount, maximumIdleCount: 2)

  init(settings: PluginSettings) throws(PluginError) {}

  var loop: TransportLoop { turns }

  func transfer(for request: PluginRequest) throws(PluginError) -> PluginTransfer {
    guard String(copying: request.url.host) != "refused" else {
      throw PluginError(LZL_ERROR_NOT_FOUND, "There is no such thing")
    }
    return ScriptedTransfer(request, blocks: blocks, loop: turns)
  }
}

final class ScriptedTransfer: TurnTransfer, @unchecked Sendable {
  private let blocks: BlockPool
  private let count: Int
  private let excess: UInt64
  private var next = 0

  init(_ request: PluginRequest, blocks: BlockPool, loop: TurnLoop) {
    self.blocks = blocks
    count = Int(request.url.port)
    excess = request.url.query.size
    super.init(request, loop: loop)
  }

  override func turn() throws(PluginError) -> TransferTurn {
    if !hasResponded { try begin() }
    guard next < count else { return .finished }
    guard var block = blocks.take(for: ScriptedTransport.pieceByteCount) else { return .finished }
    block.bytes.storeBytes(of: UInt8(next), as: UInt8.self)
    block.count = ScriptedTransport.pieceByteCount
    do throws(PluginError) {
      guard try deliver(block) else {
        block.release()
        return .paused
      }
    } catch {
      block.release()
      throw error
    }
    next += 1
    return .more
  }

  private func begin() throws(PluginError) {
    var response = PluginResponse()
    response.expectedByteCount = UInt64(count * ScriptedTransport.pieceByteCount) + excess
    response.identity = [1, 2, 3]
    response.fields.append("Name".utf8, "value".utf8)
    try respond(response)
  }
}
