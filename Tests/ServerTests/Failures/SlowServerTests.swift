import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Servers that are slow", .timeLimit(.minutes(10)))
struct SlowServerTests {
  @Test("A server that stalls before its answer, or within the body, is given up", arguments: [false, true])
  func stalls(hasBegun: Bool) async throws {
    let server = try ScriptedServer()
    let gone = Latch()
    server.on("/a.png") {
      if hasBegun {
        $0.sendHead(200, [("Content-Length", "90000")])
        $0.send(Array(TinyPNG.solid(200, 200).prefix(600)))
      }
      $0.waitForPeerToClose()
      gone.open()
    }
    let pipeline = ImagePipeline.built {
      $0.network.stallBytesPerSecond = 1024
      $0.network.stallDuration = .milliseconds(300)
    }
    let error = try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .stalled, fault: .environment)
    #expect(error.plugin == "org.lazuli.http")
    await gone.wait()
  }

  @Test("A server that drips above the limit is waited for")
  func drips() async throws {
    let server = try ScriptedServer()
    let png = TinyPNG.solid(6, 6)
    server.on("/a.png") { exchange in
      exchange.sendHead(200, [("Content-Length", "\(png.count)")])
      for byte in png {
        exchange.send([byte])
        exchange.rest(milliseconds: 10)
      }
    }
    // Longer in all than what a stall may last.
    let pipeline = ImagePipeline.built {
      $0.network.stallBytesPerSecond = 2
      $0.network.stallDuration = .seconds(1)
    }
    #expect(try await pipeline.image(for: server.url("/a.png")).width == 6)
  }

  @Test("The time for a request counts over all its redirects")
  func timeout() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.redirect(to: "/b.png") }
    server.on("/b.png") { $0.waitForPeerToClose() }
    let pipeline = ImagePipeline.built { $0.network.requestTimeout = .milliseconds(300) }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .timedOut, fault: .environment)
  }

  @Test("A request may be more patient, or less, than the policy")
  func ownTimeout() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.waitForPeerToClose() }
    var request = try ImageRequest(server.url("/a.png"))
    request.timeout = .milliseconds(200)
    let asked = request
    let error = try await failure { () async throws(ImageError) in try await ImagePipeline.built().image(for: asked) }
    #expect(error.code == .timedOut)
  }
}
