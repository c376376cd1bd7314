import LazuliCore
import Testing

@Suite("URLs as users have them")
struct URLInputTests {
  @Test(
    "What users paste becomes the URL they mean",
    arguments: [
      ("  https://example.com/a b.png\n", "https://example.com/a%20b.png"),
      ("https://example.com/a\n\tb.png", "https://example.com/ab.png"),
      (#"https:\\example.com\images\a.png"#, "https://example.com/images/a.png"),
      ("HTTPS://EXAMPLE.com:443/A.png", "https://example.com/A.png"),
      ("https://example.com", "https://example.com/"),
      ("https://example.com/bücher/é.png", "https://example.com/b%C3%BCcher/%C3%A9.png"),
      ("https://example.com/a/%2e%2E/./b/../c.png", "https://example.com/c.png"),
      ("https://example.com/a?q=ü'", "https://example.com/a?q=%C3%BC%27"),
      ("file:///C|/a.png", "file:///C:/a.png"),
      ("file://localhost/a.png", "file:///a.png"),
      ("file:a b.png", "file:///a%20b.png"),
      ("data:image/gif;base64,R0lG ODlh", "data:image/gif;base64,R0lG ODlh"),
    ])
  func pasted(input: String, serialized: String) throws {
    #expect(try ResourceURL(input).serialized == serialized)
  }

  @Test(
    "A reference is resolved against its base",
    arguments: [
      ("b.png", "https://h/d/b.png"), ("../b.png", "https://h/b.png"), ("/b.png", "https://h/b.png"),
      ("//other/b.png", "https://other/b.png"), ("?x", "https://h/d/a.png?x"), ("#x", "https://h/d/a.png?q#x"),
      ("", "https://h/d/a.png?q"), ("http://o", "http://o/"),
    ])
  func references(reference: String, serialized: String) throws {
    let base = try ResourceURL("https://h/d/a.png?q#f")
    #expect(try ResourceURL(reference, relativeTo: base).serialized == serialized)
  }

  @Test("User name and password end at the last @ and keep their escapes")
  func credentials() throws {
    let url = try ResourceURL("https://us er:p@ss:w%20rd@example.com/")
    #expect(url.username == "us%20er")
    #expect(url.password == "p%40ss%3Aw%20rd")
    #expect(url.host == "example.com")
  }
}
