/// Bits, from the lowest on, in sub-blocks of up to 255 bytes (GIF89a, 15).
struct SubBlockWriter {
  private var bytes: [UInt8] = []
  /// Where the length of the sub-block at work stands.
  private var start = 0
  private var pending: UInt64 = 0
  private var pendingCount: UInt32 = 0

  init() {
    bytes.reserveCapacity(1 << 16)
    bytes.append(0)
  }

  mutating func write(_ value: UInt32, width: UInt32) {
    pending |= UInt64(value) << UInt64(pendingCount)
    pendingCount += width
    while pendingCount >= 8 { writeByte() }
  }

  /// Writes the last bits and the terminator.
  mutating func finish() {
    if pendingCount > 0 { writeByte() }
    if bytes.count > start + 1 { closeBlock() }
    start = bytes.count
  }

  /// What is finished; what was taken is gone.
  mutating func takeBytes() -> [UInt8] {
    let open = bytes[start...]
    let taken = Array(bytes[..<start])
    bytes.replaceSubrange(0..<bytes.count, with: Array(open))
    start = 0
    return taken
  }

  private mutating func writeByte() {
    bytes.append(UInt8(truncatingIfNeeded: pending))
    pending >>= 8
    pendingCount = pendingCount > 8 ? pendingCount - 8 : 0
    if bytes.count - start == 256 { closeBlock() }
  }

  private mutating func closeBlock() {
    bytes[start] = UInt8(bytes.count - start - 1)
    start = bytes.count
    bytes.append(0)
  }
}
