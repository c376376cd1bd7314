import Foundation
import LazuliCore
import LazuliFoundation
import Testing

@Suite("URLs of Foundation")
struct ResourceURLFoundationTests {
  @Test("A URL of Foundation is taken with its base, a file's with its escapes")
  func taken() throws {
    let base = try #require(URL(string: "https://example.com/a/b.png"))
    let relative = try #require(URL(string: "../c d.png?x", relativeTo: base))
    #expect(try ResourceURL(relative).serialized == "https://example.com/c%20d.png?x")
    #expect(try ResourceURL(URL(fileURLWithPath: "/tmp/ü#.png")).decodedPath == Array("/tmp/ü#.png".utf8))
  }

  @Test("A relative URL without a base is refused")
  func relative() throws {
    let url = try #require(URL(string: "a.png"))
    #expect(throws: ImageError.self) { try ResourceURL(url) }
  }
}
