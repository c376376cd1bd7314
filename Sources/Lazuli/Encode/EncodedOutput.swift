import Synchronization

/// A file that is being written into memory.
final class EncodedOutput: Sendable {
  private let storage = Mutex<[UInt8]>([])

  init() {}

  func append(_ bytes: UnsafeRawBufferPointer) {
    storage.withLock { $0.append(contentsOf: bytes) }
  }

  var bytes: [UInt8] { storage.withLock { $0 } }
}
