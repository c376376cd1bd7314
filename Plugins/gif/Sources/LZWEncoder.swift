/// Packs the indices of one image (GIF89a, appendix F): codes of growing width in sub-blocks.
struct LZWEncoder {
  /// Strings that are known: prefix, index and code in one word, by the hash of the first two.
  private var table = [UInt32](repeating: Self.empty, count: 1 << tableBits)
  private var bits: SubBlockWriter
  private let clearCode: UInt32
  private let firstWidth: UInt32
  private var width: UInt32
  private var nextCode: UInt32
  /// The code of what was read and not written yet.
  private var prefix: UInt32?

  private static let tableBits: UInt32 = 14
  /// No string has it: a prefix is smaller than its code.
  private static let empty = UInt32.max
  private static let codeLimit: UInt32 = 4096

  /// `codeSize` is 2 to 8.
  init(codeSize: Int) {
    clearCode = 1 << UInt32(codeSize)
    firstWidth = UInt32(codeSize) + 1
    width = firstWidth
    nextCode = clearCode + 2
    bits = SubBlockWriter()
    bits.write(clearCode, width: width)
  }

  /// Finished sub-blocks; what was taken is gone.
  mutating func takeBytes() -> [UInt8] { bits.takeBytes() }

  mutating func write(_ indices: UnsafeBufferPointer<UInt8>) {
    guard let first = indices.first else { return }
    var current = prefix ?? UInt32(first)
    for index in indices.dropFirst(prefix == nil ? 1 : 0) {
      let string = current << 8 | UInt32(index)
      if let code = findOrAdd(string) {
        current = code
      } else {
        emit(current)
        current = UInt32(index)
      }
    }
    prefix = current
  }

  /// Writes what is left, and the terminator of the sub-blocks.
  mutating func finish() {
    if let prefix {
      bits.write(prefix, width: width)
      // The reader knows one more string by now, which may have made its codes wider.
      if nextCode < Self.codeLimit, nextCode == 1 << width { width += 1 }
    }
    bits.write(clearCode + 1, width: width)
    bits.finish()
  }

  /// The code of a string; `nil` when it is new, and known from now on.
  private mutating func findOrAdd(_ string: UInt32) -> UInt32? {
    let mask = 1 << Int(Self.tableBits) - 1
    var place = Int((string &* 0x9E37_79B1) >> (32 - Self.tableBits))
    while true {
      let entry = table[place]
      if entry == Self.empty { break }
      if entry >> 12 == string { return entry & 0xFFF }
      place = (place + 1) & mask
    }
    if nextCode < Self.codeLimit { table[place] = string << 12 | nextCode }
    return nil
  }

  /// Writes a code, behind which one more string is known; with 4096 of them all are forgotten.
  private mutating func emit(_ code: UInt32) {
    bits.write(code, width: width)
    guard nextCode < Self.codeLimit else { return clear() }
    if nextCode == 1 << width { width += 1 }
    nextCode += 1
  }

  private mutating func clear() {
    bits.write(clearCode, width: width)
    for place in table.indices { table[place] = Self.empty }
    width = firstWidth
    nextCode = clearCode + 2
  }
}
