import LazuliCore
import Testing

@Suite("Redirects")
struct RedirectRulesTests {
  private let rules = RedirectRules(additionalCredentialFields: ["X-Api-Key"])
  private let fields = [
    HeaderField("Accept", "image/*"), HeaderField("authorization", "Basic eA=="), HeaderField("Cookie", "a=b"),
    HeaderField("Proxy-Authorization", "Basic eA=="), HeaderField("x-api-key", "1"),
  ]

  private func follow(_ location: String, from url: String) throws -> Redirect {
    try rules.follow(location, from: ResourceURL(url), fields: fields)
  }

  private func refusal(_ location: String, from url: String) -> ImageError? {
    #expect(throws: ImageError.self) { try follow(location, from: url) }
  }

  @Test("301, 302, 303, 307 and 308 lead elsewhere, other statuses do not")
  func statuses() {
    #expect((100..<600).filter(RedirectRules.isRedirect) == [301, 302, 303, 307, 308])
  }

  @Test("Within an origin everything is taken along")
  func sameOrigin() throws {
    let redirect = try follow("/b", from: "https://u:p@h/a")
    #expect(redirect.url.serialized == "https://u:p@h/b")
    #expect(redirect.fields == fields)
  }

  @Test(
    "Across origins credentials stay behind",
    arguments: ["https://other/b", "//other/b", "https://h:8443/b", "https://u:p@other/b", "https://h.h/b"])
  func otherOrigin(location: String) throws {
    let redirect = try follow(location, from: "https://u:p@h/a")
    #expect(!redirect.url.hasCredentials)
    #expect(redirect.fields == [HeaderField("Accept", "image/*")])
  }

  @Test("From http to https on the same host is another origin too")
  func upgrade() throws {
    #expect(try follow("https://h/a", from: "http://h/a").fields.count == 1)
  }

  @Test("From https to http is refused unless it is allowed")
  func downgrade() throws {
    #expect(refusal("http://h/a", from: "https://h/a")?.code == .redirectRefused)
    var rules = rules
    rules.allowsDowngrades = true
    #expect(try rules.follow("http://h/a", from: ResourceURL("https://h/"), fields: []).url.scheme == "http")
  }

  @Test(
    "A redirect may not lead out of the web",
    arguments: ["file:///etc/passwd", "data:,x", "ftp://h/", "javascript:1", "FILE:/x", "\tfi\nle:///x", "x://h/"])
  func otherSchemes(location: String) {
    #expect(refusal(location, from: "http://h/a")?.code == .redirectRefused)
  }

  @Test("A scheme without hosts redirects nowhere within itself")
  func hostless() {
    #expect(refusal("file:///b", from: "file:///a")?.code == .redirectRefused)
  }

  @Test("A fragment is inherited unless the location has its own")
  func fragments() throws {
    #expect(try follow("/b", from: "https://h/a#f").url.fragment == "f")
    #expect(try follow("/b#g", from: "https://h/a#f").url.fragment == "g")
    #expect(try follow("/b#", from: "https://h/a#f").url.fragment == "")
  }

  @Test("A location which is no URL is an error that names who sent it")
  func malformed() throws {
    let error = try #require(refusal("https://[::1", from: "https://u:secret@h/a"))
    #expect(error.code == .invalidURL)
    #expect(error.message.contains("https://h/a"))
    #expect(!error.message.contains("secret"))
  }

  @Test(
    "A location is taken as servers write it",
    arguments: [(" /a b ", "https://h/a%20b"), ("é.png", "https://h/%C3%A9.png")])
  func lenient(location: String, target: String) throws {
    #expect(try RedirectRules.target(of: location, from: ResourceURL("https://h/x")).serialized == target)
  }
}
