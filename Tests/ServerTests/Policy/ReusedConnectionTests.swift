import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Synchronization
import Testing

/// Below the engine: the plugin asks before each use of a connection.
@Suite("Connections that are used again", .timeLimit(.minutes(10)))
struct ReusedConnectionTests {
  @Test("A connection that stands is asked for again; denied, it carries no request")
  func denied() async throws {
    let server = try ScriptedServer()
    server.on("/a.png") { $0.respond(png: TinyPNG.solid()) }
    let catalog = PluginCatalog.built()
    let first = try await JudgingSink.run(catalog, server.url("/a.png")) { _ in true }
    #expect(first.error == nil && first.addresses.map(\.isReused) == [false])
    let second = try await JudgingSink.run(catalog, server.url("/a.png")) { !$0.isReused }
    #expect(second.error?.code == .denied, "\(second)")
    #expect(second.addresses.map(\.isReused) == [true])
    #expect(second.addresses.first?.address == .ipv4([127, 0, 0, 1]) && second.addresses.first?.port == server.port)
    #expect(!second.hasResponse && server.requests.count == 1)
    let third = try await JudgingSink.run(catalog, server.url("/a.png")) { _ in true }
    #expect(third.error == nil && server.requests.count == 2)
  }

  @Test("A denied first connection is not made")
  func deniedFirst() async throws {
    let server = try ScriptedServer()
    let catalog = PluginCatalog.built()
    let answer = try await JudgingSink.run(catalog, server.url("/a.png")) { _ in false }
    #expect(answer.error?.code == .denied && answer.addresses.map(\.isReused) == [false])
    server.on("/a.png") { $0.respond(png: TinyPNG.solid()) }
    #expect(try await JudgingSink.run(catalog, server.url("/a.png")) { _ in true }.error == nil)
    #expect(server.connectionCount == 1)
  }
}
