import LazuliCore
import Testing

@Suite("Errors of URLs")
struct URLErrorTests {
  private func failure(_ text: String, relativeTo base: ResourceURL? = nil) -> ImageError? {
    do {
      _ = try ResourceURL(text, relativeTo: base)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "An error names the URL, what is wrong and what helps",
    arguments: [
      ("a.png", "no scheme"), ("", "no scheme"), ("https://", "no host"), ("https://h:99999/", "65535"),
      ("https://h:8o/", "port"), ("https://1.2.3.999/", "IPv4"), ("https://[1::2::3]/", "IPv6"),
      ("https://[fe80::1%25lo]/", "zone"), ("https://a b/", "character"), ("https://xn--a/", "international"),
    ])
  func messages(text: String, part: String) throws {
    let error = try #require(failure(text))
    #expect(error.code == .invalidURL)
    #expect(error.stage == .request)
    #expect(error.message.contains("\"\(text)\""))
    #expect(error.message.contains(part))
  }

  @Test("A reference against a data URL is refused, but for a fragment")
  func opaqueBase() throws {
    let base = try ResourceURL("data:text/plain,x")
    #expect(try #require(failure("a.png", relativeTo: base)).message.contains("relative"))
    #expect(try ResourceURL("#f", relativeTo: base).serialized == "data:text/plain,x#f")
  }

  @Test("A message is short and holds no password")
  func redaction() throws {
    let message = try #require(failure("https://user:secret@a b/" + String(repeating: "x", count: 100_000))).message
    #expect(message.utf8.count < 400)
    #expect(!message.contains("secret"))
  }
}
