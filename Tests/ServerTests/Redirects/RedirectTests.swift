import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Redirects", .timeLimit(.minutes(10)))
struct RedirectTests {
  private let pipeline = ImagePipeline.built()

  @Test("Each kind of redirect is followed, with a GET", arguments: [301, 302, 303, 307, 308])
  func followed(status: Int) async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(status, to: "/b.png") }
    server.on("/b.png") { $0.respond(png: TinyPNG.numbered(status)) }
    let answer = try await pipeline.data(for: server.url("/a.png"))
    #expect(answer.bytes == TinyPNG.numbered(status))
    #expect(answer.response.url.description == server.url("/b.png"))
    #expect(answer.response.redirects.map(\.description) == [server.url("/a.png")])
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(server.connectionCount == 1)
  }

  @Test(
    "A location is read as browsers read it",
    arguments: [
      ("b.png", "/x/b.png"), ("../b.png", "/b.png"), ("?q=1", "/x/a.png?q=1"), ("/ü b.png", "/%C3%BC%20b.png"),
      ("//127.0.0.1:PORT/b.png", "/b.png"), ("b.png#part", "/x/b.png"),
    ])
  func location(text: String, expected: String) async throws {
    let server = try ScriptedServer()
    let location = text.replacing("PORT", with: "\(server.port)")
    server.on("/x/a.png") { exchange in
      if exchange.request.target == "/x/a.png" { return exchange.redirect(to: location) }
      exchange.respond(png: TinyPNG.solid())
    }
    for path in ["/x/b.png", "/b.png", "/%C3%BC%20b.png"] { server.on(path) { $0.respond(png: TinyPNG.solid()) } }
    #expect(try await pipeline.image(for: server.url("/x/a.png")).width == 1)
    #expect(server.requests.last?.target == expected)
  }

  @Test("A chain within the limit is followed, one beyond it is an error")
  func chain() async throws {
    let server = try ScriptedServer()
    for step in 1...6 { server.on("/\(step)") { $0.redirect(to: "/\(step - 1)") } }
    server.on("/0") { $0.respond(png: TinyPNG.solid()) }
    #expect(try await pipeline.image(for: server.url("/5")).width == 1)
    let error = try await expectFailure(of: "/6", at: server, over: pipeline, is: .tooManyRedirects, fault: .policy)
    #expect(error.message.contains("5"))
  }

  @Test("A limit of 0 refuses the first redirect")
  func none() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: "/b.png") }
    let pipeline = ImagePipeline.built { $0.network.maximumRedirects = 0 }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .tooManyRedirects, fault: .policy)
    #expect(server.requests(for: "/b.png").isEmpty)
  }

  @Test("A loop is seen before it has gone round twice")
  func loop() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: "/b.png") }
    server.on("/b.png") { $0.redirect(to: "/a.png") }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .tooManyRedirects, fault: .policy)
    #expect(server.requests(for: "/a.png").count == 1)
  }

  @Test(
    "A redirect leads out of the web to nowhere",
    arguments: ["file:///etc/hostname", "data:image/png;base64,AAAA", "ftp://127.0.0.1/a.png", "javascript:alert(1)"])
  func refused(location: String) async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: location) }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .redirectRefused, fault: .policy)
  }

  @Test("A location that is no URL is an error which shows it")
  func noURL() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: "http://[nowhere/") }
    let error = try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .invalidURL, fault: .caller)
    #expect(error.message.contains("redirects"))
  }

  @Test("A redirect without a location is an error")
  func noLocation() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(302) }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .httpStatus, fault: .environment)
  }

  @Test("A redirect with an endless body is followed all the same")
  func endlessBody() async throws {
    let server = try ScriptedServer()
    let gone = Latch()
    server.on("/a.png") { exchange in
      exchange.sendHead(302, [("Location", "/b.png"), ("Transfer-Encoding", "chunked")])
      for _ in 0..<1000 { exchange.send(chunk: [UInt8](repeating: 32, count: 1000)) }
      exchange.waitForPeerToClose()
      gone.open()
    }
    server.on("/b.png") { $0.respond(png: TinyPNG.solid()) }
    #expect(try await pipeline.image(for: server.url("/a.png")).width == 1)
    await gone.wait()
  }

  @Test("A redirect whose body breaks off is followed all the same")
  func brokenBody() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { exchange in
      exchange.sendHead(302, [("Location", "/b.png"), ("Content-Length", "1000")])
      exchange.close()
    }
    server.on("/b.png") { $0.respond(png: TinyPNG.solid()) }
    #expect(try await pipeline.image(for: server.url("/a.png")).width == 1)
  }
}
