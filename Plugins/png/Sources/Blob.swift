import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Bytes in memory which may turn out not to be there: metadata is as large as the file likes.
final class Blob {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int) throws(PluginError) {
    guard let memory = malloc(capacity > 0 ? capacity : 1) else { throw Self.outOfMemory }
    self.memory = memory
    self.capacity = capacity
  }

  convenience init(_ bytes: UnsafeRawBufferPointer) throws(PluginError) {
    try self.init(capacity: bytes.count)
    append(bytes)
  }

  /// What a zlib stream holds, which may not be larger than `limit`.
  init(inflating bytes: UnsafeRawBufferPointer, limit: UInt64) throws(PluginError) {
    var out: UnsafeMutablePointer<UInt8>?
    let answer = lzlpng_inflate(bytes.baseAddress, bytes.count, Int(clamping: limit), &out, &count)
    guard answer == LZLPNG_OK, let out else { throw Self.error(answer) }
    memory = UnsafeMutableRawPointer(out)
    capacity = count
  }

  /// The bytes as a zlib stream.
  init(deflating bytes: UnsafeRawBufferPointer) throws(PluginError) {
    var out: UnsafeMutablePointer<UInt8>?
    let answer = lzlpng_deflate(bytes.baseAddress, bytes.count, &out, &count)
    guard answer == LZLPNG_OK, let out else { throw Self.error(answer) }
    memory = UnsafeMutableRawPointer(out)
    capacity = count
  }

  deinit { free(memory) }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

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
