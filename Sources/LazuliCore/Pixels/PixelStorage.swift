import Glibc

/// A block of pixel memory, given back when the last reference to it is gone.
///
/// Aligned to 64 bytes. Blocks of 4 MiB and more are mapped with huge pages where the kernel has
/// them: fresh 4 KiB pages cost as much as a JPEG's entropy decoding.
final class PixelStorage: @unchecked Sendable {
  // Unchecked: written only while a single `PixelSurface` owns it, read-only afterwards.
  let bytes: UnsafeMutableRawBufferPointer
  private let isMapped: Bool
  private let idle: IdlePixelBlocks?

  static let alignment = 64
  static let hugePageThreshold = 4 << 20
  private static let hugePageByteCount = 2 << 20

  private init(_ bytes: UnsafeMutableRawBufferPointer, isMapped: Bool, idle: IdlePixelBlocks?) {
    self.bytes = bytes
    self.isMapped = isMapped
    self.idle = idle
  }

  /// Fresh memory, zeroed unless `isCleared` is false, or `nil` when there is none to be had.
  convenience init?(freshByteCount count: Int, isCleared: Bool = true, idle: IdlePixelBlocks?) {
    let isMapped = count >= Self.hugePageThreshold
    guard let rounded = Self.roundedUp(count, toMultipleOf: isMapped ? Self.hugePageByteCount : Self.alignment),
      let memory = isMapped ? Self.map(byteCount: rounded) : aligned_alloc(Self.alignment, rounded)
    else { return nil }
    // Mapped pages come zeroed.
    if isCleared, !isMapped { memset(memory, 0, rounded) }
    self.init(.init(start: memory, count: rounded), isMapped: isMapped, idle: idle)
  }

  /// Memory that was kept; holds what its last user left.
  convenience init(reusing block: IdlePixelBlocks.Block, idle: IdlePixelBlocks) {
    self.init(block.bytes, isMapped: block.isMapped, idle: idle)
  }

  private static func roundedUp(_ count: Int, toMultipleOf unit: Int) -> Int? {
    let (padded, overflow) = max(count, 1).addingReportingOverflow(unit - 1)
    return overflow ? nil : padded / unit * unit
  }

  /// Memory at a multiple of the huge page's size: the kernel gives huge pages only there.
  private static func map(byteCount: Int) -> UnsafeMutableRawPointer? {
    let (total, overflow) = byteCount.addingReportingOverflow(hugePageByteCount)
    guard !overflow else { return nil }
    // Without MAP_NORESERVE: what cannot be had fails here rather than when it is touched.
    let address = mmap(nil, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let address, address != MAP_FAILED else { return nil }
    let aligned = address.alignedUp(toMultipleOf: hugePageByteCount)
    let front = aligned - address
    if front > 0 { munmap(address, front) }
    let back = total - front - byteCount
    if back > 0 { munmap(aligned + byteCount, back) }
    madvise(aligned, byteCount, MADV_HUGEPAGE)
    return aligned
  }

  static func free(_ block: IdlePixelBlocks.Block) {
    if block.isMapped {
      munmap(block.bytes.baseAddress, block.bytes.count)
    } else {
      Glibc.free(block.bytes.baseAddress)
    }
  }

  deinit {
    let block = IdlePixelBlocks.Block(bytes: bytes, isMapped: isMapped)
    if let idle { idle.takeBack(block) } else { Self.free(block) }
  }
}
