import Glibc
import LazuliABI

/// Memory for what C sees during a call or for longer: freed with the arena.
final class CArena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { free(block) }
  }

  func bytes(_ text: String) -> lzl_bytes { bytes(Array(text.utf8)) }

  func bytes(_ bytes: [UInt8]) -> lzl_bytes {
    let copy = array(bytes)
    return lzl_bytes(data: copy.baseAddress.map { UnsafePointer($0) }, size: UInt64(bytes.count))
  }

  /// A copy of `values`; with no address when there are none.
  func array<Element: BitwiseCopyable>(_ values: [Element]) -> UnsafeMutableBufferPointer<Element> {
    let size = values.count * MemoryLayout<Element>.stride
    guard size > 0, let block = malloc(size) else { return .init(start: nil, count: 0) }
    blocks.append(block)
    let start = block.bindMemory(to: Element.self, capacity: values.count)
    start.initialize(from: values, count: values.count)
    return .init(start: start, count: values.count)
  }
}
