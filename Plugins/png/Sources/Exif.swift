import LazuliPluginKit

/// The little of EXIF that counts here.
enum Exif {
  /// Bytes from the TIFF header on: some writers put JPEG's marker in front.
  static func tiff(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    let marker: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    let tiff = bytes.starts(with: marker) ? bytes.dropping(marker.count) : bytes
    let isKnown = tiff.starts(with: [0x49, 0x49, 0x2A, 0]) || tiff.starts(with: [0x4D, 0x4D, 0, 0x2A])
    return isKnown && tiff.count >= 8 ? tiff : nil
  }

  /// The orientation (tag 0x0112 of the first directory), 0 when it is not there or makes no sense.
  static func orientation(in tiff: UnsafeRawBufferPointer) -> UInt32 {
    let reader = TIFFReader(bytes: tiff, isLittleEndian: tiff[0] == 0x49)
    guard let start = reader.number32(at: 4), let count = reader.number16(at: Int(start)) else { return 0 }
    for index in 0..<Int(count) {
      let entry = Int(start) + 2 + index * 12
      guard let tag = reader.number16(at: entry) else { return 0 }
      guard tag == 0x0112 else { continue }
      guard reader.number16(at: entry + 2) == 3, let value = reader.number16(at: entry + 8) else { return 0 }
      return (1...8).contains(value) ? UInt32(value) : 0
    }
    return 0
  }

  /// The least EXIF that says an orientation: one directory with one entry, big-endian.
  static func holding(orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }
}

private struct TIFFReader {
  let bytes: UnsafeRawBufferPointer
  let isLittleEndian: Bool

  func number16(at index: Int) -> UInt16? {
    guard index <= bytes.count - 2 else { return nil }
    let value = bytes.bigEndian16(at: index)
    return isLittleEndian ? value.byteSwapped : value
  }

  func number32(at index: Int) -> UInt32? {
    guard index <= bytes.count - 4 else { return nil }
    let value = bytes.bigEndian32(at: index)
    return isLittleEndian ? value.byteSwapped : value
  }
}
