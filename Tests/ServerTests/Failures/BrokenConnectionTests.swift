import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Connections that break", .timeLimit(.minutes(10)))
struct BrokenConnectionTests {
  /// Larger than what waits in sockets unnoticed.
  private static let picture = TinyPNG.solid(300, 300)

  @Test("A reset before any answer loses the connection")
  func resetBefore() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.reset() }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("An end before any answer loses the connection")
  func nothing() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.close() }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("A reset within the header loses the connection")
  func resetInHeader() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.send(Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8))
      $0.reset()
    }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("A reset within the body loses the connection")
  func resetWithin() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "\(Self.picture.count)")])
      $0.send(Array(Self.picture.prefix(1000)))
      $0.reset()
    }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("A body shorter than its Content-Length loses the connection")
  func truncated() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "\(Self.picture.count)")])
      $0.send(Array(Self.picture.dropLast(1000)))
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("What came of a body that was cut short is there for those who take it")
  func partial() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "\(Self.picture.count)")])
      $0.send(Array(Self.picture.dropLast(1000)))
      $0.close()
    }
    let pipeline = ImagePipeline.built()
    var options = ImageOptions()
    options.allowsIncomplete = true
    let image = try await pipeline.image(for: server.url("/a.png"), options)
    #expect(!image.isComplete && image.pixels.firstPixel == [255, 0, 0, 255])
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: server.url("/a.png")) }
    #expect(error.partialImage?.pixels.firstPixel == [255, 0, 0, 255])
  }

  @Test("A Content-Length which ends a picture too soon leaves it truncated")
  func wrongLength() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "\(Self.picture.count - 1000)")])
      $0.send(Self.picture)
    }
    try await expectFailure(of: "/a.png", at: server, is: .truncated, at: .decode, fault: .data)
  }

  @Test("A chunked body without its end loses the connection", arguments: [true, false])
  func chunked(isCutWithin: Bool) async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Transfer-Encoding", "chunked")])
      $0.send(chunk: Array(Self.picture.prefix(500)))
      if isCutWithin { $0.send(Array("100\r\nabc".utf8)) }
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, is: .connectionLost, fault: .environment)
  }

  @Test("A picture that only the connection's end ends is whole when the decoder says so")
  func endedByClose() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200)
      $0.send(Self.picture)
      $0.close()
    }
    let pipeline = ImagePipeline.built()
    #expect(try await pipeline.image(for: server.url("/a.png")).width == 300)
    server.on("/b.png") {
      $0.sendHead(200)
      $0.send(Array(Self.picture.dropLast(1000)))
      $0.close()
    }
    try await expectFailure(of: "/b.png", at: server, over: pipeline, is: .truncated, at: .decode, fault: .data)
  }

  @Test("Nobody at the port: no connection")
  func nobody() async throws {
    let port = try ScriptedServer().port
    let url = "http://127.0.0.1:\(port)/a.png"
    let error = try await failure { () async throws(ImageError) in try await ImagePipeline.built().image(for: url) }
    #expect(error.code == .connectionFailed && error.stage == .fetch)
    #expect(error.message.contains(url))
  }

  @Test("A name that nobody has is not resolved")
  func noName() async throws {
    let url = "http://nobody.invalid/a.png"
    let error = try await failure { () async throws(ImageError) in try await ImagePipeline.built().image(for: url) }
    #expect(error.code == .nameNotResolved && error.stage == .fetch)
    #expect(error.message.contains(url))
  }
}
