import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Connections that are shared", .timeLimit(.minutes(10)))
struct ConnectionTests {
  private let pipeline = ImagePipeline.built()

  @Test("A slow answer holds up nobody else")
  func slowAnswer() async throws {
    let server = try ScriptedServer()
    let held = HeldAnswer(of: server, at: "/slow.png")
    let url = server.url("/slow.png")
    let slow = Task { () async throws -> Int in try await pipeline.image(for: url).width }
    await held.asked.wait()
    try await expectService(of: server, over: pipeline)
    held.letGo()
    #expect(try await slow.value == 1)
  }

  @Test("What a server sends beyond its answer does not spoil the next one", arguments: [0, 50] as [Int32])
  func leftover(rest: Int32) async throws {
    let server = try ScriptedServer()
    let png = TinyPNG.solid()
    server.on("/more.png") {
      $0.respond(png: png)
      $0.rest(milliseconds: rest)
      $0.send(Array("And one thing more: \r\n\r\n".utf8))
    }
    for _ in 0..<3 {
      #expect(try await pipeline.data(for: server.url("/more.png")).bytes == png)
      try await expectService(of: server, over: pipeline)
    }
  }

  @Test("A server may close a connection between two requests")
  func closedBetween() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.respond(png: TinyPNG.solid())
      $0.close()
    }
    for _ in 0..<3 { #expect(try await pipeline.image(for: server.url("/a.png")).width == 1) }
    #expect(server.connectionCount == 3)
  }

  @Test("A server that breaks every connection is asked once more at the most, and over a new one")
  func brokenTwice() async throws {
    let server = try ScriptedServer()
    try await expectService(of: server, over: pipeline)
    server.on("/a.png") {
      $0.send(Array("nonsense\r\n\r\n".utf8))
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .protocolViolation, fault: .environment)
    #expect(server.requests(for: "/a.png").map(\.connection) == [1, 2])
  }
}
