import DecoderWire
import Glibc

/// Memory of a surface: heap, or shared with the peer. Aligned to 64 bytes.
public final class SurfaceMemory {
  public let start: UnsafeMutableRawPointer
  public let byteCount: Int
  /// Of the shared memory, -1 on the heap.
  let descriptor: Int32

  /// On the heap.
  public init(byteCount: Int) throws {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, byteCount) == 0, let memory else { throw HarnessError("No memory") }
    start = memory
    self.byteCount = byteCount
    descriptor = -1
  }

  /// Of a size that nobody can change, to be mapped by both sides.
  init(sharedByteCount byteCount: Int) throws {
    descriptor = wire_memory(byteCount)
    guard descriptor >= 0 else { throw HarnessError("No shared memory: errno \(errno)") }
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let memory, memory != MAP_FAILED else { throw HarnessError("No mapping: errno \(errno)") }
    start = memory
    self.byteCount = byteCount
  }

  deinit {
    if descriptor >= 0 {
      munmap(start, byteCount)
      close(descriptor)
    } else {
      free(start)
    }
  }

  public var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: byteCount) }
}
