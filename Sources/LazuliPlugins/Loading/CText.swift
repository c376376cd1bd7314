import LazuliABI

extension String {
  /// Text of a plugin, for people: bytes that are no UTF-8 are replaced, control characters become
  /// spaces, and no more than `maximumByteCount` bytes are read.
  init(foreign bytes: lzl_bytes, maximumByteCount: Int = 4096) {
    let count = bytes.data == nil ? 0 : Swift.min(Int(clamping: bytes.size), maximumByteCount)
    self.init(foreign: UnsafeBufferPointer(start: bytes.data, count: count))
  }

  init(foreign bytes: some Sequence<UInt8>) {
    let scalars = String(decoding: Array(bytes), as: UTF8.self).unicodeScalars
    self.init(String.UnicodeScalarView(scalars.map { $0.isControl ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
