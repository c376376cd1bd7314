import LazuliCore

/// What a header field may consist of (RFC 9110, 5.5 and 5.6.2): nobody smuggles in a second one.
enum HeaderFieldRules {
  /// Throws `invalidRequest`, naming the field.
  static func check(_ fields: [HeaderField]) throws(ImageError) {
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
        throw ImageError(.invalidRequest, at: .request, "'\(field.name)' is no name for a header field")
      }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw ImageError(
          .invalidRequest, at: .request, "The header field \(field.name) has a control character in its value")
      }
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension [HeaderField] {
  /// Whether there is a field of that name, which is given in lower case.
  func contains(name: String) -> Bool {
    contains { $0.name.lowercased() == name }
  }
}
