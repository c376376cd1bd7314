import LazuliTestSupport
import Testing

@Suite("JSON in tests")
struct TestJSONTests {
  @Test("Values of every kind are read")
  func kinds() throws {
    let value = try TestJSON(parsing: Array(#"{"a": [1, 2.5, "x\u0000y", true, null]}"#.utf8))
    #expect(value["a"]?.elements == [.integer(1), .real(2.5), .string("x\0y"), .bool(true), .null])
  }

  @Test("A surrogate without a partner becomes U+FFFD, a pair stays")
  func surrogates() throws {
    let value = try TestJSON(parsing: Array(#"["\ud800", "\uDC00x", "\ud83d\ude00", "\\ud800"]"#.utf8))
    #expect(value.elements.map(\.string) == ["\u{FFFD}", "\u{FFFD}x", "😀", "\\ud800"])
  }

  @Test("What is not JSON throws")
  func malformed() {
    #expect(throws: TestJSON.Failure.self) { try TestJSON(parsing: Array("[1,]".utf8)) }
  }
}
