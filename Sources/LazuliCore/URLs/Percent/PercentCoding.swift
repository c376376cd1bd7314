/// Percent-encoding and its reverse, over bytes.
///
/// Source: WHATWG URL Standard, percent-encoded bytes.
enum PercentCoding {
  /// The text with the bytes of the set escaped; escapes that are there stay.
  static func encoded(_ bytes: ArraySlice<UInt8>, _ set: ByteSet) -> String {
    var result: [UInt8] = []
    append(bytes, encoding: set, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the text with the bytes of the set escaped; runs of others are copied at once.
  static func append(_ bytes: ArraySlice<UInt8>, encoding set: ByteSet, to result: inout [UInt8]) {
    var rest = bytes
    while let index = rest.firstIndex(where: set.contains) {
      result += rest[..<index]
      result.append(ASCII.percent)
      result.append(ASCII.hexDigit(bytes[index] >> 4))
      result.append(ASCII.hexDigit(bytes[index] & 15))
      rest = rest[(index + 1)...]
    }
    result += rest
  }

  /// The bytes with "%XX" resolved; a "%" without two digits behind it stays.
  static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result = Array(bytes)
    guard let first = result.firstIndex(of: ASCII.percent) else { return result }
    var read = first
    var written = first
    while read < result.count {
      let value = escape(at: read, in: result)
      result[written] = value ?? result[read]
      read += value == nil ? 1 : 3
      written += 1
    }
    result.removeSubrange(written...)
    return result
  }

  private static func escape(at index: Int, in bytes: [UInt8]) -> UInt8? {
    guard bytes[index] == ASCII.percent, index + 2 < bytes.count, let high = ASCII.hexValue(bytes[index + 1]),
      let low = ASCII.hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }
}
