import LazuliPluginKit

/// The walk over the code size and the sub-blocks of one image (GIF89a, 22), which may come in pieces.
struct DataWalk {
  /// From the front of the input; lies beyond what is there when a block is not whole.
  private(set) var position = 1
  /// Whether the terminator was seen.
  private(set) var isComplete = false

  /// Goes on by `budget` blocks at the most; false when there is more to be walked over.
  mutating func advance(_ bytes: UnsafeRawBufferPointer, budget: Int) -> Bool {
    for _ in 0..<budget {
      guard !isComplete, position < bytes.count else { return true }
      let length = bytes[position]
      isComplete = length == 0
      position += 1 + Int(length)
    }
    return false
  }

  /// Drops what was walked over.
  mutating func drop(from input: inout PluginInput) {
    let count = min(position, input.bytes.count)
    input.consume(count)
    position -= count
  }
}
