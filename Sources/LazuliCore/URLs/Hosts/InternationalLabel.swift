import CIDN2

/// A label of a domain with characters beyond ASCII.
///
/// libidn2 maps and checks by UTS #46 and then by IDNA 2008, which is stricter than URLs are: it
/// refuses symbols ("☃", "💩") and hyphens in some places. A label which it refuses is tried again
/// with a stand-in for each of those, and gets them back behind libidn2's checks.
enum InternationalLabel {
  static func ascii(_ label: [Unicode.Scalar]) throws(URLFault) -> [UInt8] {
    guard label.count <= maximumCount else { throw .badName }
    // Since Unicode 15.1; libidn2 still has "ss".
    let mapped = label.map { $0 == "\u{1E9E}" ? "\u{DF}" : $0 }
    guard let result = lookup(mapped) ?? lookupWithStandIns(mapped) else { throw .badName }
    return result
  }

  /// More than any legal label has, ignorable characters included: keeps work on hostile ones small.
  private static let maximumCount = 512

  private static func lookup(_ label: [Unicode.Scalar]) -> [UInt8]? {
    var text = Array(String(String.UnicodeScalarView(label)).utf8)
    if text.contains(0) { return nil }
    text.append(0)
    // libidn2 allocates the answer, and wants it back; nothing of it is kept.
    var answer: UnsafeMutablePointer<UInt8>?
    let flags = Int32(IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue)
    guard idn2_lookup_u8(text, &answer, flags) == IDN2_OK.rawValue, let answer else { return nil }
    defer { idn2_free(answer) }
    return Array(String(cString: answer).utf8)
  }

  /// A letter which libidn2 takes anywhere and leaves as it is; neutral where direction counts.
  private static let standIn: Unicode.Scalar = "\u{2EC}"

  private static func lookupWithStandIns(_ label: [Unicode.Scalar]) -> [UInt8]? {
    let originals = label.filter(needsStandIn)
    if originals.isEmpty { return nil }
    guard let answer = lookup(label.map { needsStandIn($0) ? standIn : $0 }), !answer.contains(ASCII.dot),
      answer.starts(with: Punycode.prefix), let decoded = Punycode.decode(answer.dropFirst(Punycode.prefix.count)),
      decoded.count(where: { $0 == standIn }) == originals.count
    else { return nil }
    var next = originals.makeIterator()
    return encoded(decoded.map { $0 == standIn ? next.next() ?? $0 : $0 })
  }

  /// The label in ASCII; `nil` when it begins as no label may.
  private static func encoded(_ label: [Unicode.Scalar]) -> [UInt8]? {
    let bytes = Array(String(String.UnicodeScalarView(label)).utf8)
    if bytes.starts(with: Punycode.prefix) || label.first?.properties.generalCategory == .enclosingMark { return nil }
    if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
    let encoded = Punycode.prefix + Punycode.encode(label)
    return encoded.count <= 63 ? encoded : nil
  }

  private static func needsStandIn(_ scalar: Unicode.Scalar) -> Bool {
    scalar == standIn || scalar == "-" || isSymbol(scalar)
  }

  /// Whether UTS #46 calls the scalar valid, but IDNA 2008 does not (its status "valid, NV8").
  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80, !scalar.properties.changesWhenNFKCCaseFolded else { return false }
    // Ideographic description characters and the replacement characters are disallowed.
    if (0x2FF0...0x2FFF).contains(scalar.value) || (0xFFFC...0xFFFD).contains(scalar.value) { return false }
    switch scalar.properties.generalCategory {
    case .currencySymbol, .mathSymbol, .modifierSymbol, .otherSymbol, .otherNumber, .letterNumber, .enclosingMark,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      return true
    default: return false
    }
  }
}
