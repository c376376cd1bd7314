import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Bytes in memory which may turn out not to be there: metadata is as large as the file likes.
final class Blob {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count: Int

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(adopting memory: UnsafeMutableRawPointer, capacity: Int, count: Int) {
    self.memory = memory
    self.capacity = capacity
    self.count = count
  }

  static func empty(capacity: Int) throws(PluginError) -> Blob {
    guard let memory = malloc(capacity > 0 ? capacity : 1) else { throw outOfMemory }
    return Blob(adopting: memory, capacity: capacity, count: 0)
  }

  static func zeros(count: Int) throws(PluginError) -> Blob {
    let blob = try empty(capacity: count)
    memset(blob.memory, 0, count)
    blob.count = count
    return blob
  }

  static func copying(_ bytes: UnsafeRawBufferPointer) throws(PluginError) -> Blob {
    let blob = try empty(capacity: bytes.count)
    blob.append(bytes)
    return blob
  }

  /// What a zlib stream holds, which may not be larger than `limit`.
  static func inflating(_ bytes: UnsafeRawBufferPointer, limit: UInt64) throws(PluginError) -> Blob {
    var memory: UnsafeMutablePointer<UInt8>?
    var count = 0
    let answer = lzlpng_inflate(bytes.baseAddress, bytes.count, Int(clamping: limit), &memory, &count)
    guard answer == LZLPNG_OK, let memory else { throw error(answer) }
    return Blob(adopting: memory, capacity: count, count: count)
  }

  /// The bytes as a zlib stream.
  static func deflating(_ bytes: UnsafeRawBufferPointer) throws(PluginError) -> Blob {
    var memory: UnsafeMutablePointer<UInt8>?
    var count = 0
    let answer = lzlpng_deflate(bytes.baseAddress, bytes.count, &memory, &count)
    guard answer == LZLPNG_OK, let memory else { throw error(answer) }
    return Blob(adopting: memory, capacity: count, count: count)
  }

  deinit { free(memory) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  var writableBytes: UnsafeMutablePointer<UInt8> { memory.assumingMemoryBound(to: UInt8.self) }

  /// What does not fit is dropped.
  func append(_ bytes: UnsafeRawBufferPointer) {
    let added = min(bytes.count, capacity - count)
    if added > 0, let start = bytes.baseAddress { memcpy(memory + count, start, added) }
    count += added
  }

  /// What does not fit is dropped.
  func append(_ byte: UInt8) {
    guard count < capacity else { return }
    memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  private static var outOfMemory: PluginError {
    PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the metadata")
  }

  private static func error(_ answer: Int32) -> PluginError {
    switch answer {
    case LZLPNG_NO_MEMORY: outOfMemory
    case LZLPNG_LIMIT:
      .limit(LZL_LIMIT_METADATA_BYTES, needed: LZL_UNKNOWN, "Compressed metadata is larger than the limit")
    default: .corrupt("Compressed metadata is damaged")
    }
  }
}
