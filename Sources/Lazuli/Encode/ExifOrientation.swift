import LazuliCore

/// The orientation within EXIF, which has to tell of the pixels that it goes with.
///
/// TIFF 6.0, section 2, and EXIF 2.3: tag 0x0112 of the first directory, a SHORT.
enum ExifOrientation {
  /// The same EXIF with another orientation; unchanged where it has none.
  static func replaced(in exif: [UInt8], by orientation: Orientation) -> [UInt8] {
    guard let (offset, isLittleEndian) = valueOffset(in: exif) else { return exif }
    var exif = exif
    let value = UInt8(orientation.rawValue)
    exif[offset] = isLittleEndian ? value : 0
    exif[offset + 1] = isLittleEndian ? 0 : value
    return exif
  }

  /// Where the value stands: two bytes that exist.
  private static func valueOffset(in exif: [UInt8]) -> (offset: Int, isLittleEndian: Bool)? {
    let isLittleEndian = exif.starts(with: "II".utf8)
    guard isLittleEndian || exif.starts(with: "MM".utf8) else { return nil }
    func number(at offset: Int, count: Int) -> Int? {
      guard offset >= 0, offset <= exif.count - count else { return nil }
      let bytes = exif[offset..<offset + count]
      return isLittleEndian
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, count: 4), let count = number(at: directory, count: 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, count: 2) else { return nil }
      guard tag == 0x0112, number(at: offset + 2, count: 2) == 3, number(at: offset + 8, count: 2) != nil else {
        continue
      }
      return (offset + 8, isLittleEndian)
    }
    return nil
  }
}
