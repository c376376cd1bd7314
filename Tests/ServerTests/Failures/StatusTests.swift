import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Statuses", .timeLimit(.minutes(10)))
struct StatusTests {
  @Test("A status without a picture is an error with the number", arguments: [204, 400, 401, 403, 404, 410, 500, 503])
  func refused(status: Int) async throws {
    let server = try ScriptedServer()
    // With a picture as its body: it still is no answer to what was asked.
    server.on("/a.png") {
      $0.respond(status, [("Content-Type", "image/png")], body: status == 204 ? [] : TinyPNG.solid())
    }
    let error = try await expectFailure(of: "/a.png", at: server, is: .httpStatus, fault: .environment)
    #expect(error.libraryCode == Int64(status))
    #expect(error.message.contains("\(status)"))
  }

  @Test("A server that is busy says when to try again")
  func busy() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(429, [("Retry-After", "120")]) }
    let error = try await expectFailure(of: "/a.png", at: server, is: .httpStatus, fault: .environment)
    #expect(error.message.contains("after 120 s"))
  }

  @Test("A part that nobody asked for is no picture")
  func unwantedPart() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") {
      $0.respond(206, [("Content-Range", "bytes 0-9/200"), ("Content-Type", "image/png")], body: TinyPNG.solid())
    }
    try await expectFailure(of: "/a.png", at: server, is: .httpStatus, fault: .environment)
  }

  @Test("Below the image layer any status is an answer")
  func data() async throws {
    let server = try ScriptedServer()
    server.on("/a") { $0.respond(404, body: Array("gone".utf8)) }
    let answer = try await ImagePipeline.built().data(for: server.url("/a"))
    #expect(answer.response.head.status == 404)
    #expect(answer.bytes == Array("gone".utf8))
  }
}
