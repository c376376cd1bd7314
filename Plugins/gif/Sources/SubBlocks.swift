/// The bytes inside a row of sub-blocks, without their lengths; the last one may be cut off.
struct SubBlocks {
  private let data: UnsafeRawBufferPointer
  private var position = 0
  private var left = 0

  init(_ data: UnsafeRawBufferPointer) { self.data = data }

  mutating func next() -> UInt8? {
    if left == 0 {
      guard position < data.count, data[position] > 0 else { return nil }
      left = Int(data[position])
      position += 1
    }
    guard position < data.count else { return nil }
    left -= 1
    position += 1
    return data[position - 1]
  }
}
