import Glibc

/// Zeroed memory of a kernel, for as long as it works; unlike an array it can fail to be there.
final class ScratchMemory<Element: BitwiseCopyable> {
  let start: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) throws(ImageError) {
    guard let memory = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      throw ImageError(
        .outOfMemory, at: .process, "No memory for \(count) working values; process a smaller image")
    }
    start = memory.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit { free(start) }

  func clear() {
    memset(start, 0, count * MemoryLayout<Element>.stride)
  }
}
