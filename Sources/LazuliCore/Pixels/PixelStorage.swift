import Glibc

/// A block of pixel memory, given back when the last reference to it is gone.
///
/// Aligned to 64 bytes. Blocks of 4 MiB and more are mapped with huge pages where the kernel has
/// them: fresh 4 KiB pages cost as much as a JPEG's entropy decoding.
final class PixelStorage: @unchecked Sendable {
  // Unchecked: written only while a single `PixelSurface` owns it, read-only afterwards.
  let bytes: UnsafeMutableRawBufferPointer
  private let isMapped: Bool
  private let pool: PixelBufferPool?

  static let hugePageThreshold = 4 << 20

  private init(_ bytes: UnsafeMutableRawBufferPointer, isMapped: Bool, pool: PixelBufferPool?) {
    self.bytes = bytes
    self.isMapped = isMapped
    self.pool = pool
  }

  /// Fresh zeroed memory, or `nil` when there is none to be had.
  convenience init?(freshByteCount count: Int, pool: PixelBufferPool?) {
    guard count >= Self.hugePageThreshold else {
      let rounded = (count + 63) & ~63
      guard let memory = aligned_alloc(64, rounded) else { return nil }
      memset(memory, 0, rounded)
      self.init(.init(start: memory, count: rounded), isMapped: false, pool: pool)
      return
    }
    let huge = 2 << 20
    let rounded = (count + huge - 1) & ~(huge - 1)
    guard let memory = Self.map(byteCount: rounded, alignment: huge) else { return nil }
    self.init(.init(start: memory, count: rounded), isMapped: true, pool: pool)
  }

  /// Memory that a pool kept; holds what its last user left.
  convenience init(reusing block: PixelBufferPool.Block, pool: PixelBufferPool) {
    self.init(block.bytes, isMapped: block.isMapped, pool: pool)
  }

  private static func map(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer? {
    let total = byteCount + alignment
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    let address = mmap(nil, total, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    let aligned = address.alignedUp(toMultipleOf: alignment)
    let front = aligned - address
    if front > 0 { munmap(address, front) }
    let back = total - front - byteCount
    if back > 0 { munmap(aligned + byteCount, back) }
    madvise(aligned, byteCount, MADV_HUGEPAGE)
    return aligned
  }

  static func free(_ block: PixelBufferPool.Block) {
    if block.isMapped {
      munmap(block.bytes.baseAddress, block.bytes.count)
    } else {
      Glibc.free(block.bytes.baseAddress)
    }
  }

  deinit {
    let block = PixelBufferPool.Block(bytes: bytes, isMapped: isMapped)
    if let pool { pool.takeBack(block) } else { Self.free(block) }
  }
}
