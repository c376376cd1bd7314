import LazuliCore

extension ByteChunk {
  /// What it takes to keep it waiting: its bytes, and something for the piece itself, so that a body
  /// of a million pieces of one byte is not mistaken for a small one.
  var weight: Int { count + 128 }

  /// All of `chunks` in one; a copy unless there is just one.
  static func joined(_ chunks: [ByteChunk]) -> ByteChunk {
    guard chunks.count != 1 else { return chunks[0] }
    let count = chunks.reduce(0) { $0 + $1.count }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
    var offset = 0
    for chunk in chunks {
      chunk.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: copy[offset...]).copyMemory(from: $0) }
      offset += chunk.count
    }
    return ByteChunk(adopting: UnsafeRawBufferPointer(copy)) { $0.deallocate() }
  }
}
