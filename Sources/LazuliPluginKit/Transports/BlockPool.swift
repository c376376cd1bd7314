import CLazuliKit

/// Blocks of one size, used again: pages which the kernel has cleared once are not cleared again.
public final class BlockPool: @unchecked Sendable {
  // Unchecked: all that changes lies behind the gate.
  private let gate = Gate()
  private var idle: [UnsafeMutableRawPointer] = []
  private let blockCapacity: Int
  private let maximumIdleCount: Int

  /// Keeps up to `maximumIdleCount` blocks of `blockCapacity` bytes for the next that asks.
  public init(blockCapacity: Int, maximumIdleCount: Int) {
    self.blockCapacity = blockCapacity
    self.maximumIdleCount = maximumIdleCount
  }

  deinit {
    for memory in idle { free(memory) }
  }

  /// A block for `byteCount` bytes or, where that is more than a block holds, for the first of them;
  /// `nil` without memory. Few bytes get a block of their own size.
  public func take(for byteCount: Int) -> BodyBlock? {
    guard byteCount > blockCapacity / 4 else { return BodyBlock(capacity: byteCount) }
    // Each block that is out keeps the pool alive.
    let pool = Unmanaged.passRetained(self)
    if let memory = gate.withLock({ idle.popLast() }) {
      return BodyBlock(memory: memory, capacity: blockCapacity)
    }
    guard let block = BodyBlock(capacity: blockCapacity, pool: pool) else {
      pool.release()
      return nil
    }
    return block
  }

  func give(_ memory: UnsafeMutableRawPointer) {
    let isKept = gate.withLock {
      guard idle.count < maximumIdleCount else { return false }
      idle.append(memory)
      return true
    }
    if !isKept { free(memory) }
  }
}
