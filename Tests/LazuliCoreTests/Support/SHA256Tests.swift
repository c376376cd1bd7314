import LazuliTestSupport
import Testing

@Suite("SHA-256 for tests")
struct SHA256Tests {
  @Test(
    "The examples of FIPS 180 and NIST's long message hash to what they say",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func examples(text: String, digest: String) {
    #expect(SHA256.digest(text.utf8) == digest)
  }

  @Test("However a message is cut, the digest is the same", arguments: [1, 7, 63, 64, 65, 128])
  func pieces(size: Int) {
    let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var hash = SHA256()
    for start in stride(from: 0, to: message.count, by: size) {
      hash.update(Array(message[start..<min(start + size, message.count)]))
    }
    #expect(hash.finish() == SHA256.digest(message))
  }

  @Test("Lengths around the padding's borders agree with sha256sum", arguments: [55, 56, 57, 63, 64, 65, 119, 120])
  func borders(count: Int) {
    guard Shell.has("sha256sum") else { return print("SHA-256: no sha256sum, skipped") }
    let text = String(repeating: "z", count: count)
    #expect(Shell.run("printf %s \(text) | sha256sum").output.hasPrefix(SHA256.digest(text.utf8) + " "))
  }
}
