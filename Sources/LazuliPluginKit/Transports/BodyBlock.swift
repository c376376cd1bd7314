import CLazuliKit
import LazuliABI

/// Memory for a piece of a body, which goes to the host as it is and comes back through `release`,
/// from any thread, also when the transport is gone.
public struct BodyBlock {
  /// In front of the bytes: the pool that the block goes back to.
  static let headerByteCount = 64

  let memory: UnsafeMutableRawPointer
  /// Bytes that it holds at the most.
  public let capacity: Int
  /// The first of them that counts.
  public var start = 0
  /// Bytes that count.
  public var count = 0

  /// A block of its own, `nil` without memory.
  public init?(capacity: Int) {
    self.init(capacity: capacity, pool: nil)
  }

  init?(capacity: Int, pool: Unmanaged<BlockPool>?) {
    let (size, overflow) = capacity.addingReportingOverflow(Self.headerByteCount)
    guard capacity >= 0, !overflow, let memory = malloc(size) else { return nil }
    memory.storeBytes(of: pool?.toOpaque(), as: UnsafeMutableRawPointer?.self)
    self.init(memory: memory, capacity: capacity)
  }

  init(memory: UnsafeMutableRawPointer, capacity: Int) {
    self.memory = memory
    self.capacity = capacity
  }

  /// All bytes that it holds.
  public var bytes: UnsafeMutableRawPointer { memory + Self.headerByteCount }

  /// Where the next byte goes, when filled from the front.
  public var free: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(start: bytes + start + count, count: capacity - start - count)
  }

  /// The block as the host gets it.
  public var body: lzl_body {
    let counting = (bytes + start).assumingMemoryBound(to: UInt8.self)
    return lzl_body(
      bytes: lzl_bytes(data: counting, size: UInt64(count)), owner: memory, release: releaseBlock)
  }

  /// Gives the block back; for one which the host did not take.
  public func release() { releaseBlock(memory) }
}

private func releaseBlock(_ owner: UnsafeMutableRawPointer?) {
  guard let owner else { return }
  guard let pool = owner.load(as: UnsafeMutableRawPointer?.self) else { return free(owner) }
  Unmanaged<BlockPool>.fromOpaque(pool).takeRetainedValue().give(owner)
}
