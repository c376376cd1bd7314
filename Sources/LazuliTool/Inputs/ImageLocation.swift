import Glibc
import Lazuli

/// Where a picture is, as named on the command line: a URL, a path, or "-" for standard input.
enum ImageLocation: Sendable {
  /// The URL; for a path a file URL.
  case url(String, named: String)
  case standardInput

  /// A word with a scheme is a URL, unless a file has that very name; everything else is a path.
  init(_ text: String) {
    if text == "-" {
      self = .standardInput
    } else if Self.hasScheme(text), access(text, F_OK) != 0 {
      self = .url(text, named: Self.withoutCredentials(text))
    } else {
      self = .url(FileURI.text(ofPath: Array(text.utf8)), named: text)
    }
  }

  /// As the user said it, but for user name and password.
  var name: String {
    switch self {
    case .url(_, let name): name
    case .standardInput: "-"
    }
  }

  /// `nil` for standard input, and for what is no URL.
  var resource: ResourceURL? {
    guard case .url(let text, _) = self else { return nil }
    return try? ResourceURL(text)
  }

  /// A URL as it was written, and as it is understood where that would tell a secret.
  private static func withoutCredentials(_ text: String) -> String {
    guard text.contains("@") else { return text }
    if let url = try? ResourceURL(text) { return url.hasCredentials ? url.redacted : text }
    guard let colon = text.firstIndex(of: ":"), let at = text.lastIndex(of: "@"), colon < at else { return text }
    return text[...colon] + "//" + text[text.index(after: at)...]
  }

  /// A letter and one more character of a scheme at least, so that "C:" is no scheme.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: 0x3A) else { return false }
    let scheme = text.utf8[..<colon]
    guard scheme.count > 1, let first = scheme.first, isLetter(first) else { return false }
    return scheme.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E].contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20)
  }
}
