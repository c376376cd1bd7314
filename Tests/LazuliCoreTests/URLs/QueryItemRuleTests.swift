import LazuliCore
import Testing

@Suite("Query items that count")
struct QueryItemRuleTests {
  private func counting(_ rule: QueryItemRule, _ query: String) throws -> String {
    try ResourceURL("https://user:word@h.example:8443/a/b.png" + query).counting(rule).serialized
  }

  private let base = "https://user:word@h.example:8443/a/b.png"

  @Test("All items count unless it is said otherwise, and a fragment never does")
  func all() throws {
    #expect(try counting(.all, "?a=1&&b#f") == base + "?a=1&&b")
    #expect(try counting(.all, "?") == base + "?")
  }

  @Test("Items that do not count are left out; the others stay as they are written, in their order")
  func except() throws {
    #expect(try counting(.allExcept(["sig"]), "?b=%41+x&sig=1&a=2&&b=3&sig#f") == base + "?b=%41+x&a=2&&b=3")
  }

  @Test("Only the items that count stay")
  func only() throws {
    #expect(try counting(.only(["w", "h"]), "?w=1&x=2&h&W=4") == base + "?w=1&h")
  }

  @Test("A query of which nothing counts is none")
  func nothing() throws {
    #expect(try counting(.only([]), "?a=1&b") == base)
    #expect(try counting(.allExcept(["a"]), "?a=1") == base)
  }

  @Test("Names are compared with their escapes resolved, and with their case")
  func names() throws {
    #expect(
      try counting(.allExcept(["X-Amz-Date", "a b"]), "?X%2dAmz-Date=1&a%20b=2&x-amz-date=3") == base + "?x-amz-date=3")
  }

  @Test(
    "Two signatures of one object make the same source",
    arguments: [
      "?v=2&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2F1&X-Amz-Date=1&X-Amz-Expires=9&X-Amz-Signature=f",
      "?v=2&X-Goog-Signature=0a&X-Goog-Date=2", "?AWSAccessKeyId=k&v=2&Signature=s&Expires=1",
      "?v=2&Policy=p&Signature=s&Key-Pair-Id=k",
    ])
  func signatures(query: String) throws {
    #expect(try counting(.withoutSignatures, query) == base + "?v=2")
  }
}
