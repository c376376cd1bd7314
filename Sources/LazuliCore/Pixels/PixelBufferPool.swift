import Synchronization

/// Keeps pixel memory for the next image, because fresh pages cost more than many a codec.
///
/// Blocks of 64 KiB and more are kept, up to `maximumIdleByteCount` in all, and handed out to requests
/// of at least half their size; the one that has lain idle longest is freed first. Smaller ones are
/// malloc's. Used on any thread.
public final class PixelBufferPool: Sendable {
  struct Block: @unchecked Sendable {
    // Unchecked: a block has one owner at a time, the pool or a storage.
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

  /// Bytes that may lie idle. 256 MiB.
  public let maximumIdleByteCount: Int
  private let idle = Mutex(Idle())

  public init(maximumIdleByteCount: Int = 256 << 20) {
    self.maximumIdleByteCount = maximumIdleByteCount
  }

  deinit {
    removeAll()
  }

  /// The bytes lying idle.
  public var idleByteCount: Int { idle.withLock { $0.byteCount } }

  /// A surface, zeroed unless `isCleared` is false (then it may hold somebody's old pixels, for
  /// callers who write every byte or clear the rest). Throws `outOfMemory`.
  public func surface(
    _ layout: PixelLayout, color: ColorInformation = .init(), isCleared: Bool = true
  ) throws(ImageError) -> PixelSurface {
    if let block = take(atLeast: layout.byteCount) {
      let storage = PixelStorage(reusing: block, pool: self)
      let surface = PixelSurface(layout: layout, storage: storage, color: color)
      if isCleared { surface.clear(rows: 0..<layout.height) }
      return surface
    }
    guard let storage = PixelStorage(freshByteCount: layout.byteCount, isCleared: isCleared, pool: self) else {
      throw ImageError(
        .outOfMemory, at: .decode,
        "No memory for \(layout.width)×\(layout.height) pixels (\(layout.byteCount) bytes); ask for a smaller size")
    }
    return PixelSurface(layout: layout, storage: storage, color: color)
  }

  /// Frees everything that lies idle.
  public func removeAll() {
    let blocks = idle.withLock { idle in
      defer { idle = Idle() }
      return idle.blocks
    }
    blocks.forEach(PixelStorage.free)
  }

  func takeBack(_ block: Block) {
    let size = block.bytes.count
    guard size >= Self.minimumBlockByteCount, size <= maximumIdleByteCount else {
      return PixelStorage.free(block)
    }
    let surplus = idle.withLock { idle in
      idle.blocks.append(block)
      idle.byteCount += size
      return idle.removeOldest(downTo: maximumIdleByteCount)
    }
    surplus.forEach(PixelStorage.free)
  }

  /// The smallest block that is large enough and not more than twice too large.
  private func take(atLeast byteCount: Int) -> Block? {
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
