import Synchronization

/// Pixel memory that nobody uses, kept for the next image. Used on any thread.
final class IdlePixelBlocks: Sendable {
  struct Block: @unchecked Sendable {
    // Unchecked: a block has one owner at a time, these or a storage.
    let bytes: UnsafeMutableRawBufferPointer
    let isMapped: Bool
  }

  private struct Idle {
    /// The one that has lain longest comes first.
    var blocks: [Block] = []
    var byteCount = 0

    mutating func removeOldest(downTo limit: Int) -> [Block] {
      var surplus = 0
      while byteCount > limit {
        byteCount -= blocks[surplus].bytes.count
        surplus += 1
      }
      defer { blocks.removeFirst(surplus) }
      return Array(blocks[..<surplus])
    }
  }

  static let minimumBlockByteCount = 64 << 10

  let maximumByteCount: Int
  private let idle = Mutex(Idle())

  init(maximumByteCount: Int) { self.maximumByteCount = maximumByteCount }

  deinit {
    removeAll()
  }

  var byteCount: Int { idle.withLock { $0.byteCount } }

  func removeAll() {
    let blocks = idle.withLock { idle in
      defer { idle = Idle() }
      return idle.blocks
    }
    blocks.forEach(PixelStorage.free)
  }

  func takeBack(_ block: Block) {
    let size = block.bytes.count
    guard size >= Self.minimumBlockByteCount, size <= maximumByteCount else {
      return PixelStorage.free(block)
    }
    let surplus = idle.withLock { idle in
      idle.blocks.append(block)
      idle.byteCount += size
      return idle.removeOldest(downTo: maximumByteCount)
    }
    surplus.forEach(PixelStorage.free)
  }

  /// The smallest block that is large enough and not more than twice too large.
  func take(atLeast byteCount: Int) -> Block? {
    idle.withLock { idle in
      var best: Int?
      for (index, block) in idle.blocks.enumerated() {
        let size = block.bytes.count
        guard size >= byteCount, size / 2 <= byteCount else { continue }
        if best.map({ size < idle.blocks[$0].bytes.count }) ?? true { best = index }
      }
      guard let best else { return nil }
      let block = idle.blocks.remove(at: best)
      idle.byteCount -= block.bytes.count
      return block
    }
  }
}
