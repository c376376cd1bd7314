import CLazuliFile
import LazuliABI
import LazuliPluginKit

/// One file on its way to the host.
final class FileTransfer: TurnTransfer, @unchecked Sendable {
  // Unchecked: it changes on the loop's thread only.
  private let path: [UInt8]
  private let blocks: BlockPool
  private var file: OpenFile?
  private var size: UInt64 = 0
  private var offset: UInt64 = 0
  private var pending: BodyBlock?

  init(_ request: PluginRequest, path: [UInt8], blocks: BlockPool, loop: TurnLoop) {
    self.path = path
    self.blocks = blocks
    super.init(request, loop: loop)
  }

  override func turn() throws(PluginError) -> TransferTurn {
    if !hasResponded { try begin() }
    if pending == nil { pending = try readNext() }
    guard let block = pending else { return .finished }
    guard try deliver(block) else { return .paused }
    pending = nil
    return offset < size ? .more : .finished
  }

  override func ended() {
    file?.close()
    file = nil
    pending?.release()
    pending = nil
  }

  private func begin() throws(PluginError) {
    let file = try OpenFile(path: path)
    self.file = file
    size = file.state.size
    guard size <= maximumByteCount else { throw .bodyLimit(needed: size) }
    file.expectReading()
    var response = PluginResponse()
    response.expectedByteCount = size
    response.identity = file.identity
    if let location = file.location { response.fields.append("Content-Location".utf8, location) }
    try respond(response)
  }

  /// The next piece, `nil` at the end. The file is closed as soon as all of it was read, so that one which
  /// waits for the host holds no descriptor.
  private func readNext() throws(PluginError) -> BodyBlock? {
    guard offset < size, let file else { return nil }
    guard var block = blocks.take(for: Int(clamping: size - offset)) else {
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory to read the file")
    }
    do throws(PluginError) {
      try fill(&block, from: file)
    } catch {
      block.release()
      throw error
    }
    return block
  }

  private func fill(_ block: inout BodyBlock, from file: OpenFile) throws(PluginError) {
    let wanted = min(UInt64(block.capacity), size - offset)
    while block.count < Int(wanted) {
      let free = UnsafeMutableRawBufferPointer(rebasing: block.free.prefix(Int(wanted) - block.count))
      let count = try file.read(into: free, at: offset)
      block.count += count
      offset += UInt64(count)
    }
    guard offset == size else { return }
    try file.checkUnchanged()
    file.close()
    self.file = nil
  }
}
