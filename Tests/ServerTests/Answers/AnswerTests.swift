import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Answers", .timeLimit(.minutes(10)))
struct AnswerTests {
  private let pipeline = ImagePipeline.built()

  @Test("The bytes decide, whatever the type says", arguments: ["image/jpeg", "text/html", "application/octet-stream"])
  func wrongType(type: String) async throws {
    let server = try ScriptedServer()
    server.on("/a.jpg") { $0.respond(200, [("Content-Type", type)], body: TinyPNG.solid()) }
    #expect(try await pipeline.image(for: server.url("/a.jpg")).format == "png")
  }

  @Test("A content coding is undone, also when no length is told", arguments: [true, false])
  func gzip(hasLength: Bool) async throws {
    let server = try ScriptedServer()
    let packed = StoredDeflate.gzip(TinyPNG.solid(40, 40))
    server.on("/a.png") {
      if hasLength { return $0.respond(200, [("Content-Encoding", "gzip")], body: packed) }
      $0.sendHead(200, [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")])
      $0.send(chunk: packed)
      $0.send(Array("0\r\n\r\n".utf8))
    }
    #expect(try await pipeline.image(for: server.url("/a.png")).width == 40)
    let answer = try await pipeline.data(for: server.url("/a.png"))
    #expect(answer.bytes == TinyPNG.solid(40, 40))
    #expect(answer.response.head.value(of: "content-encoding") == nil)
    #expect(answer.response.head.value(of: "content-length") == nil)
  }

  @Test("A content coding that is damaged is a fault of the server")
  func wrongGzip() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(200, [("Content-Encoding", "gzip")], body: TinyPNG.solid()) }
    try await expectFailure(of: "/a.png", at: server, over: pipeline, is: .protocolViolation, fault: .environment)
  }

  @Test("The fields of the response are there below the image layer")
  func fields() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.respond(
        200,
        [
          ("ETag", "\"x-1\""), ("Last-Modified", "Tue, 01 Jul 2025 10:00:00 GMT"), ("Cache-Control", "max-age=60"),
          ("Vary", "Accept"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("X-Empty", ""),
        ], body: TinyPNG.solid())
    }
    let head = try await pipeline.data(for: server.url("/a.png")).response.head
    #expect(head.status == 200 && head.protocolVersion == "1.1")
    #expect(head.value(of: "etag") == "\"x-1\"")
    #expect(head.value(of: "last-modified") == "Tue, 01 Jul 2025 10:00:00 GMT")
    #expect(head.value(of: "cache-control") == "max-age=60")
    #expect(head.value(of: "vary") == "Accept")
    #expect(head.value(of: "x-empty") == "")
    #expect(head.fields.filter { $0.name.lowercased() == "set-cookie" }.map(\.value) == ["a=1", "b=2"])
    #expect(head.expectedByteCount == TinyPNG.solid().count)
  }

  @Test("Cookies are nobody's but the caller's: none come back")
  func cookies() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(200, [("Set-Cookie", "a=1; Path=/")], body: TinyPNG.solid()) }
    for _ in 0..<2 { _ = try await pipeline.image(for: server.url("/a.png")) }
    #expect(server.requests.count == 2 && server.requests[1].value(of: "cookie") == nil)
  }

  @Test("A conditional request has its answer below the image layer")
  func notModified() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond($0.request.value(of: "if-none-match") == "\"x\"" ? 304 : 500) }
    var request = try ImageRequest(server.url("/a.png"))
    request.fields = [HeaderField("If-None-Match", "\"x\"")]
    let answer = try await pipeline.data(for: request)
    #expect(answer.response.head.status == 304 && answer.bytes.isEmpty)
  }

  @Test("Informational responses and trailers are passed over")
  func informational() async throws {
    let server = try ScriptedServer()
    let png = TinyPNG.solid()
    server.on("/a.png") {
      $0.send(Array("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n".utf8))
      $0.sendHead(200, [("Transfer-Encoding", "chunked"), ("Trailer", "X-End")])
      $0.send(chunk: png)
      $0.send(Array("0\r\nX-End: yes\r\n\r\n".utf8))
    }
    let answer = try await pipeline.data(for: server.url("/a.png"))
    #expect(answer.bytes == png)
    #expect(answer.response.head.status == 200)
    #expect(answer.response.head.value(of: "link") == nil && answer.response.head.value(of: "x-end") == nil)
  }

  @Test("A field that could smuggle in another is refused before anybody is asked")
  func smuggling() async throws {
    let server = try ScriptedServer()
    var request = try ImageRequest(server.url("/a.png"))
    request.fields = [HeaderField("X-A", "b\r\nX-C: d")]
    let asked = request
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: asked) }
    #expect(error.code == .invalidRequest)
    try await expectService(of: server, over: pipeline)
    #expect(server.requests.count == 1)
  }

  @Test("Many at once: each gets its own, over a few connections")
  func many() async throws {
    let server = try ScriptedServer()
    for number in 0..<60 { server.on("/\(number).png") { $0.respond(png: TinyPNG.numbered(number)) } }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<60 {
        let url = server.url("/\(number).png")
        group.addTask { try await pipeline.image(for: url).pixels.firstPixel == TinyPNG.color(number) + [255] }
      }
      for try await isRight in group { #expect(isRight) }
    }
    #expect(server.connectionCount <= 6)
  }
}
