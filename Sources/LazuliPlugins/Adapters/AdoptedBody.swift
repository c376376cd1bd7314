import LazuliABI
import LazuliCore
import Synchronization

/// A piece of a body which belongs to the plugin until the sink has accepted it.
final class AdoptedBody: @unchecked Sendable {
  // Unchecked: immutable but for the atomic; `release` may be called from any thread by the contract.
  private let body: lzl_body
  private let isAccepted = Atomic(false)

  init(_ body: lzl_body) { self.body = body }

  /// The piece; the plugin gets it back with the last reference, if it was accepted.
  func makeChunk() -> ByteChunk {
    ByteChunk(adopting: UnsafeRawBufferPointer(start: body.bytes.data, count: Int(clamping: body.bytes.size))) { _ in
      self.giveBack()
    }
  }

  /// Called while a reference to the chunk is held, so before `giveBack`.
  func accept() { isAccepted.store(true, ordering: .releasing) }

  private func giveBack() {
    if isAccepted.load(ordering: .acquiring) { body.release?(body.owner) }
  }
}
