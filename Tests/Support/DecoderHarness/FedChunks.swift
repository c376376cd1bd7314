import LazuliABI

/// Copies of the bytes that a decoder may still read, each an allocation of its own.
final class FedChunks {
  private var chunks: [(bytes: UnsafeMutableRawBufferPointer, isStable: Bool)] = []

  deinit { release(stable: true) }

  func add(_ bytes: ArraySlice<UInt8>, flags: UInt32) -> lzl_chunk {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    chunks.append((copy, flags & LZL_CHUNK_STABLE != 0))
    var chunk = lzl_chunk()
    chunk.struct_size = UInt32(MemoryLayout<lzl_chunk>.size)
    chunk.flags = flags
    chunk.bytes = lzl_bytes(
      data: copy.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }, size: UInt64(copy.count))
    return chunk
  }

  /// Takes bytes away; a decoder which reads on reads something else.
  func release(stable: Bool) {
    for chunk in chunks where stable || !chunk.isStable {
      for index in chunk.bytes.indices { chunk.bytes[index] = 0xEE }
      chunk.bytes.deallocate()
    }
    chunks.removeAll { stable || !$0.isStable }
  }
}
