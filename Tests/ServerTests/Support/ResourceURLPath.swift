/// Paths as they stand in file URLs.
enum ResourceURLPath {
  static func encoded(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
