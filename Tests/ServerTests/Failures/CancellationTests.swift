import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Cancelling", .timeLimit(.minutes(10)))
struct CancellationTests {
  @Test("A cancelled task closes the connection, before the answer and within the body", arguments: [false, true])
  func closes(hasBegun: Bool) async throws {
    let server = try ScriptedServer()
    let asked = Latch()
    let gone = Latch()
    server.on("/a.png") {
      if hasBegun {
        $0.sendHead(200, [("Content-Length", "90000")])
        $0.send(Array(TinyPNG.solid(100, 100).prefix(20_000)))
      }
      asked.open()
      $0.waitForPeerToClose()
      gone.open()
    }
    let pipeline = ImagePipeline.built()
    let url = server.url("/a.png")
    let task = Task { () async throws -> Int in try await pipeline.image(for: url).width }
    await asked.wait()
    task.cancel()
    let error = await #expect(throws: ImageError.self) { try await task.value }
    #expect(error?.code == .cancelled && error?.code.fault == .caller)
    await gone.wait()
    try await expectService(of: server, over: pipeline)
  }

  @Test("Of two equal loads the other goes on; the server is asked once")
  func other() async throws {
    let server = try ScriptedServer()
    let held = HeldAnswer(of: server, at: "/a.png")
    let pipeline = ImagePipeline.built()
    let url = try ResourceURL(server.url("/a.png"))
    let tasks = (0..<2).map { _ in pipeline.task(for: ImageRequest(url)) }
    await held.asked.wait()
    tasks[0].cancel()
    await #expect(throws: ImageError.self) { try await tasks[0].image }
    held.letGo()
    #expect(try await tasks[1].image.width == 1)
    #expect(server.requests.count == 1)
  }

  @Test("The header is enough for who asks for no more: the rest is not read")
  func headerOnly() async throws {
    let server = try ScriptedServer()
    let gone = Latch()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "90000")])
      $0.send(Array(TinyPNG.solid(100, 100).prefix(100)))
      $0.waitForPeerToClose()
      gone.open()
    }
    let header = try await ImagePipeline.built().header(for: server.url("/a.png")).header
    #expect(header.width == 100 && header.height == 100)
    await gone.wait()
  }
}
