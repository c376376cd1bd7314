/// An ICC profile as a file carries it, and what can be told of it without understanding its colours (ICC.1).
public struct ICCProfile: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// What the samples are that it describes; `nil` for another kind of colours and for what is no profile.
  public var colorModel: ColorModel? {
    guard text(at: 36, count: 4) == "acsp" else { return nil }
    switch text(at: 16, count: 4) {
    case "GRAY": return .gray
    case "RGB ": return .rgb
    case "CMYK": return .cmyk
    default: return nil
    }
  }

  /// How the profile calls itself; in English where it knows several languages. At most 256 characters.
  public var name: String? {
    guard let start = offset(ofTag: "desc") else { return nil }
    let name = text(at: start, count: 4) == "mluc" ? localizedText(at: start) : plainText(at: start)
    return name.flatMap { $0.isEmpty ? nil : String($0.prefix(256)) }
  }

  /// Where the data of a tag begin.
  private func offset(ofTag wanted: String) -> Int? {
    guard let count = number(at: 128) else { return nil }
    let entry = (0..<min(count, 100)).first { text(at: 132 + 12 * $0, count: 4) == wanted }
    return entry.flatMap { number(at: 136 + 12 * $0) }
  }

  /// A textDescriptionType: its ASCII part, which ends with a zero.
  private func plainText(at start: Int) -> String? {
    guard text(at: start, count: 4) == "desc", let count = number(at: start + 8), count <= 4096,
      let slice = slice(at: start + 12, count: count)
    else { return nil }
    return String(decoding: slice.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// A multiLocalizedUnicodeType: records of language, country, length and place of UTF-16.
  private func localizedText(at start: Int) -> String? {
    guard let count = number(at: start + 8) else { return nil }
    let records = (0..<min(count, 100)).map { start + 16 + 12 * $0 }
    let english = records.first { text(at: $0, count: 2) == "en" }
    guard let record = english ?? records.first, let byteCount = number(at: record + 4), byteCount <= 8192,
      let place = number(at: record + 8), let slice = slice(at: start + place, count: byteCount)
    else { return nil }
    let units = stride(from: slice.startIndex, to: slice.endIndex - 1, by: 2).map {
      UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  private func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }

  private func text(at offset: Int, count: Int) -> String? {
    slice(at: offset, count: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// 32 bits, big-endian: never negative, and never near to overflowing in a sum.
  private func number(at offset: Int) -> Int? {
    slice(at: offset, count: 4).map { $0.reduce(0) { $0 << 8 | Int($1) } }
  }
}
