/// A set of bytes: any of ASCII, and all or none of the others.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private var hasNonASCII = false

  /// The bytes of an ASCII text, together with those of another set.
  init(_ characters: String, and other: ByteSet = .none) {
    self = other
    for byte in characters.utf8 { insert(byte) }
  }

  private init(controls: Bool, nonASCII: Bool) {
    guard controls else { return }
    for byte: UInt8 in 0..<0x20 { insert(byte) }
    insert(0x7F)
    hasNonASCII = nonASCII
  }

  func contains(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return hasNonASCII }
    return (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
  }

  private mutating func insert(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
  }
}

/// Source: WHATWG URL Standard, percent-encoded bytes.
extension ByteSet {
  static let none = ByteSet(controls: false, nonASCII: false)
  static let controlEncoded = ByteSet(controls: true, nonASCII: true)
  static let fragmentEncoded = ByteSet(" \"<>`", and: controlEncoded)
  static let queryEncoded = ByteSet(" \"#<>", and: controlEncoded)
  static let specialQueryEncoded = ByteSet("'", and: queryEncoded)
  static let pathEncoded = ByteSet("?^`{}", and: queryEncoded)
  static let userInfoEncoded = ByteSet("/:;=@[\\]|", and: pathEncoded)
}

/// Source: WHATWG URL Standard, host miscellaneous.
extension ByteSet {
  static let forbiddenInHosts = ByteSet("\0\t\n\r #/:<>?@[\\]^|")
  static let forbiddenInDomains = ByteSet(" #/:<>?@[\\]^|%", and: ByteSet(controls: true, nonASCII: false))
}
