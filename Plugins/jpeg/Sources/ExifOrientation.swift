/// Finds the orientation in EXIF data that begins with its TIFF header (EXIF 2.32, 4.6; TIFF 6.0, section 2).
///
/// Reads one directory of at most 65 535 entries, within its bytes.
struct ExifOrientation {
  private static let tag = 0x0112
  private static let short = 3
  private static let entrySize = 12

  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// 1 to 8, or 0 when the data says nothing valid.
  static func find(in bytes: [UInt8]) -> UInt32 {
    guard bytes.count >= 8, let reader = ExifOrientation(bytes) else { return 0 }
    return reader.find()
  }

  private init?(_ bytes: [UInt8]) {
    switch (bytes[0], bytes[1]) {
    case (0x4D, 0x4D): isBigEndian = true
    case (0x49, 0x49): isBigEndian = false
    default: return nil
    }
    self.bytes = bytes
    guard number16(at: 2) == 42 else { return nil }
  }

  private func find() -> UInt32 {
    guard let directory = number32(at: 4), let count = number16(at: directory) else { return 0 }
    for index in 0..<count {
      let entry = directory + 2 + index * Self.entrySize
      guard let tag = number16(at: entry) else { return 0 }
      if tag == Self.tag { return value(at: entry) }
    }
    return 0
  }

  private func value(at entry: Int) -> UInt32 {
    guard number16(at: entry + 2) == Self.short, number32(at: entry + 4) == 1,
      let value = number16(at: entry + 8), (1...8).contains(value)
    else { return 0 }
    return UInt32(value)
  }

  private func number16(at index: Int) -> Int? {
    guard index >= 0, index + 1 < bytes.count else { return nil }
    let (first, second) = (Int(bytes[index]), Int(bytes[index + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  private func number32(at index: Int) -> Int? {
    guard let first = number16(at: index), let second = number16(at: index + 2) else { return nil }
    return isBigEndian ? first << 16 | second : second << 16 | first
  }
}
