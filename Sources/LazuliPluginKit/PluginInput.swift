import CLazuliKit
import LazuliABI

/// What a decoder has been given and has not consumed yet.
///
/// Points into the host's chunk as long as that holds all of it; only what is left over when more
/// input is asked for is copied.
public struct PluginInput {
  /// What is there, unconsumed.
  public private(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Whether nothing will come behind `bytes`.
  public private(set) var isFinal = false
  /// Whether `bytes` is the whole input, from its first byte, and stays where it is.
  public private(set) var isWhole = false
  /// Where `bytes` begins in the input.
  public private(set) var offset: UInt64 = 0
  /// All bytes that were given so far.
  public private(set) var totalByteCount: UInt64 = 0

  private var tail: UnsafeMutableRawPointer?
  private var tailCapacity = 0

  /// Drops the first `count` bytes of `bytes`; more than there are drops all.
  public mutating func consume(_ count: Int) {
    let taken = count < bytes.count ? count : bytes.count
    guard taken > 0 else { return }
    bytes = UnsafeRawBufferPointer(rebasing: bytes[taken...])
    offset += UInt64(taken)
  }

  mutating func append(_ chunk: lzl_chunk) throws(PluginError) {
    let isFirst = totalByteCount == 0
    let added = UnsafeRawBufferPointer(start: chunk.bytes.data, count: Int(clamping: chunk.bytes.size))
    isFinal = chunk.flags & LZL_CHUNK_FINAL != 0
    isWhole = isFirst && isFinal && chunk.flags & LZL_CHUNK_STABLE != 0
    totalByteCount += UInt64(added.count)
    if bytes.isEmpty {
      bytes = added
      return
    }
    try keep(adding: added)
  }

  /// Called when more is needed: the chunk's memory is the host's again.
  mutating func keepRest() throws(PluginError) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    if let tail, start >= UnsafeRawPointer(tail), start < UnsafeRawPointer(tail) + tailCapacity { return }
    try keep(adding: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Moves `bytes` to the front of the tail and adds to it.
  private mutating func keep(adding added: UnsafeRawBufferPointer) throws(PluginError) {
    let count = bytes.count + added.count
    if count > tailCapacity {
      try grow(to: count)
    } else if let tail, let start = bytes.baseAddress, start != UnsafeRawPointer(tail) {
      memmove(tail, start, bytes.count)
    }
    guard let tail else { return }
    if let start = added.baseAddress, !added.isEmpty { memcpy(tail + bytes.count, start, added.count) }
    bytes = UnsafeRawBufferPointer(start: tail, count: count)
  }

  private mutating func grow(to count: Int) throws(PluginError) {
    let capacity = count < 2048 ? 4096 : count * 2
    guard let memory = malloc(capacity) else {
      throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the input")
    }
    if let start = bytes.baseAddress, !bytes.isEmpty { memcpy(memory, start, bytes.count) }
    free(tail)
    tail = memory
    tailCapacity = capacity
  }

  mutating func destroy() {
    free(tail)
    tail = nil
    tailCapacity = 0
    bytes = UnsafeRawBufferPointer(start: nil, count: 0)
  }
}
