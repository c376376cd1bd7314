import CLazuliGIF
import LazuliABI
import LazuliPluginKit

/// Zeroed memory which may turn out not to be there: its size is the image's.
final class Memory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ start: UnsafeMutablePointer<Element>, count: Int) {
    self.start = start
    self.count = count
  }

  static func make(count: Int) throws(PluginError) -> Memory {
    guard let memory = calloc(count > 0 ? count : 1, MemoryLayout<Element>.stride) else {
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for encoding the image")
    }
    return Memory(memory.bindMemory(to: Element.self, capacity: count), count: count)
  }

  deinit { free(start) }
}
