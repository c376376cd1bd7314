import CTestSystem
import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Answers that are none", .timeLimit(.minutes(10)))
struct WrongAnswerTests {
  @Test("What is not HTTP is a fault of the protocol", arguments: ["SSH-2.0-x\r\n\r\n", "HTTP/1.1 abc\r\n\r\n"])
  func noHTTP(text: String) async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.send(Array(text.utf8))
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, is: .protocolViolation, fault: .environment)
  }

  @Test("Lengths that contradict each other are a fault of the protocol")
  func twoLengths() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "70"), ("Content-Length", "7")])
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, is: .protocolViolation, fault: .environment)
  }

  @Test("A header of half a megabyte is refused, in one line or in many", arguments: [1, 8, 5000])
  func hugeHeader(count: Int) async throws {
    let server = try ScriptedServer()
    let value = String(repeating: "x", count: 500_000 / count)
    server.on("/a.png") {
      $0.sendHead(200, (0..<count).map { ("X-\($0)", value) } + [("Content-Length", "0")])
      $0.close()
    }
    try await expectFailure(of: "/a.png", at: server, is: .protocolViolation, fault: .environment)
  }

  @Test("A large header is no fault")
  func largeHeader() async throws {
    let server = try ScriptedServer()
    let png = TinyPNG.solid()
    server.on("/a.png") {
      let fields = (0..<100).map { ("X-\($0)", String(repeating: "y", count: 500)) }
      $0.sendHead(200, fields + [("Content-Length", "\(png.count)")])
      $0.send(png)
    }
    #expect(try await ImagePipeline.built().image(for: server.url("/a.png")).width == 1)
  }

  @Test("A web page instead of a picture: the error names the kind of content")
  func page() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.respond(200, [("Content-Type", "text/html; charset=utf-8")], body: Array("<!DOCTYPE html><p>Log in".utf8))
    }
    let error = try await expectFailure(of: "/a.png", at: server, is: .notAnImage, at: .sniff, fault: .data)
    #expect(error.message.contains("text/html"))
  }

  @Test("A web page that is called a picture still is none")
  func disguisedPage() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.respond(200, [("Content-Type", "image/png")], body: Array("<!DOCTYPE html><p>Log in".utf8))
    }
    try await expectFailure(of: "/a.png", at: server, is: .notAnImage, at: .sniff, fault: .data)
  }

  @Test("An empty body is no picture")
  func empty() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(200, [("Content-Type", "image/png")]) }
    let error = try await expectFailure(of: "/a.png", at: server, is: .notAnImage, at: .sniff, fault: .data)
    #expect(error.message.contains("empty") || error.message.contains("0 bytes") || error.message.contains("no byte"))
  }

  @Test("A picture is damaged in the middle: corrupt, and the server is not to blame")
  func corrupt() async throws {
    let server = try ScriptedServer()
    var png = TinyPNG.solid(50, 50)
    for index in 60..<80 { png[index] ^= 0x55 }
    let damaged = png
    server.on("/a.png") { $0.respond(png: damaged) }
    try await expectFailure(of: "/a.png", at: server, is: .corrupt, at: .decode, fault: .data)
  }

  @Test("900 megapixels in 80 bytes are refused by the header, before there is memory for pixels")
  func bomb() async throws {
    let server = try ScriptedServer()
    let rest = Latch()
    server.on("/a.png") {
      // Whoever waits for more than the header waits for ever.
      $0.sendHead(200, [("Content-Length", "1000000")])
      $0.send(TinyPNG.announcing(30_000, 30_000))
      $0.waitForPeerToClose()
      rest.open()
    }
    let before = testsys_peak_memory()
    let error = try await expectFailure(of: "/a.png", at: server, is: .limitExceeded, at: .header, fault: .limit)
    #expect(error.limit == .decodedPixels)
    #expect(error.message.contains("30000") || error.message.contains("900000000"))
    #expect(testsys_peak_memory() - before < 256 << 20)
    await rest.wait()
  }

  @Test("More bytes than allowed are refused by the announced length, and by count where none is announced")
  func tooManyBytes() async throws {
    let server = try ScriptedServer()
    server.on("/known.png") {
      $0.sendHead(200, [("Content-Length", "5000000")])
      $0.waitForPeerToClose()
    }
    server.on("/unknown.png") {
      $0.sendHead(200, [("Transfer-Encoding", "chunked")])
      $0.send(chunk: Array(TinyPNG.solid(300, 300).prefix(200_000)))
      $0.waitForPeerToClose()
    }
    let pipeline = ImagePipeline.built { $0.limits.maximumEncodedByteCount = 100_000 }
    for path in ["/known.png", "/unknown.png"] {
      let error = try await expectFailure(of: path, at: server, over: pipeline, is: .limitExceeded, fault: .limit)
      #expect(error.limit == .encodedBytes)
    }
  }
}
