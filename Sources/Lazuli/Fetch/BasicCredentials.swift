import LazuliCore

/// User name and password of a URL as a header field (RFC 7617).
enum BasicCredentials {
  /// `nil` when the URL has none.
  static func field(for url: ResourceURL) -> HeaderField? {
    guard url.hasCredentials else { return nil }
    let user = ResourceURL.percentDecoded(url.username)
    let password = ResourceURL.percentDecoded(url.password)
    return HeaderField("Authorization", "Basic " + base64(user + [UInt8(ascii: ":")] + password))
  }

  /// RFC 4648, 4.
  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = digits[Int(bits >> (18 - 6 * UInt32(place)) & 63)]
        text.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
