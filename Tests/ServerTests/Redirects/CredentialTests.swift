import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Credentials on the way", .timeLimit(.minutes(10)))
struct CredentialTests {
  private let pipeline = ImagePipeline.built()
  private let fields = [
    HeaderField("Authorization", "Bearer secret"), HeaderField("Cookie", "a=b"), HeaderField("X-Plain", "kept"),
  ]

  private func load(_ url: String) async throws(ImageError) {
    var request = try ImageRequest(url)
    request.fields = fields
    _ = try await pipeline.image(for: request)
  }

  @Test("They go along to the same origin")
  func sameOrigin() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: "/b.png") }
    server.on("/b.png") { $0.respond(png: TinyPNG.solid()) }
    try await load(server.url("/a.png"))
    let seen = try #require(server.requests(for: "/b.png").first)
    #expect(seen.value(of: "authorization") == "Bearer secret")
    #expect(seen.value(of: "cookie") == "a=b")
    #expect(seen.value(of: "x-plain") == "kept")
  }

  @Test("They stay behind at a redirect to another origin, and do not come back")
  func otherOrigin() async throws {
    let first = try ScriptedServer()
    let second = try ScriptedServer()
    let there = second.url("/b.png")
    let back = first.url("/c.png")
    first.on("/a.png") { $0.redirect(307, to: there) }
    second.on("/b.png") { $0.redirect(307, to: back) }
    first.on("/c.png") { $0.respond(png: TinyPNG.solid()) }
    try await load(first.url("/a.png"))
    #expect(first.requests[0].value(of: "authorization") == "Bearer secret")
    for seen in [second.requests[0], first.requests[1]] {
      #expect(seen.value(of: "authorization") == nil)
      #expect(seen.value(of: "cookie") == nil)
      #expect(seen.value(of: "x-plain") == "kept")
    }
  }

  @Test("Name and password of a URL are sent to its own origin, and are in no message")
  func basic() async throws {
    let first = try ScriptedServer()
    let second = try ScriptedServer()
    let there = second.url("/b.png")
    first.on("/a.png") { $0.redirect(to: there) }
    let url = "http://user:p%40ss@127.0.0.1:\(first.port)/a.png"
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .httpStatus)
    #expect(!error.message.contains("p%40ss") && error.url?.contains("p%40ss") == false)
    #expect(first.requests[0].value(of: "authorization") == "Basic dXNlcjpwQHNz")
    #expect(second.requests[0].value(of: "authorization") == nil)
  }

  @Test("The engine says who it is and what it takes, and asks for codings that it undoes")
  func ownFields() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(png: TinyPNG.solid()) }
    _ = try await pipeline.image(for: server.url("/a.png"))
    let seen = try #require(server.requests.first)
    #expect(seen.value(of: "user-agent") == "Lazuli/\(lazuliVersion)")
    let accepted = try #require(seen.value(of: "accept")).split(separator: ",").map(String.init)
    #expect(accepted.suffix(2) == ["image/*;q=0.8", "*/*;q=0.5"])
    for type in ["image/png", "image/jpeg", "image/gif"] { #expect(accepted.contains(type)) }
    #expect(seen.value(of: "accept-encoding")?.contains("gzip") == true)
    #expect(seen.value(of: "host") == "127.0.0.1:\(server.port)")
  }
}
