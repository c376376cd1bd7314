/// The first byte of each kind of block (GIF89a, appendix A).
enum BlockMark {
  static let image: UInt8 = 0x2C
  static let `extension`: UInt8 = 0x21
  static let trailer: UInt8 = 0x3B
  /// A terminator too many, which some writers leave between blocks.
  static let padding: UInt8 = 0x00
}

extension UnsafeRawBufferPointer {
  /// Two bytes, the low one first; both have to be there.
  func word(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }
}

/// How many bytes a colour table takes, by the flags of a screen or an image; 0 when there is none.
func tableByteCount(flags: UInt8) -> Int {
  flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
}
