import CLazuliTestDigest

/// SHA-256 for tests.
public enum SHA256 {
  /// The digest in hexadecimal digits.
  public static func hex(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    lzltest_sha256(bytes, bytes.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
