/// The schemes with rules of their own in the URL Standard, and their ports.
enum SpecialScheme {
  static func contains(_ scheme: String) -> Bool {
    scheme == file || defaultPort(of: scheme) != nil
  }

  static func defaultPort(of scheme: String) -> Int? {
    switch scheme {
    case "https", "wss": 443
    case "http", "ws": 80
    case "ftp": 21
    default: nil
    }
  }

  static let file = "file"
}
