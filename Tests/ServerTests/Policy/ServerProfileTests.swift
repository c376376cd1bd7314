import EngineTestSupport
import Glibc
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("What strangers may name", .timeLimit(.minutes(10)))
struct ServerProfileTests {
  private let pipeline = ImagePipeline.built { $0.network = .server }

  /// Any server that a connection reaches would see it by the time that a later one is answered.
  private func expectUntouched(_ server: ScriptedServer) async throws {
    try await expectService(of: server, over: .built())
    #expect(server.connectionCount == 1)
    #expect(server.requests.map(\.path) == ["/fine.png"])
  }

  @Test(
    "This machine is denied however its address is written",
    arguments: [
      "127.0.0.1", "localhost", "LOCALHOST.", "127.0.0.1.", "a.localhost", "0x7f.1", "2130706433", "127.1",
      "0177.0.0.1", "0",
      "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "%31%32%37.0.0.1", "１２７.0.0.1",
    ])
  func loopback(host: String) async throws {
    let server = try ScriptedServer()
    let url = "http://\(host):\(server.port)/secret.png"
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .denied && error.code.fault == .policy, "\(error)")
    #expect(error.message.contains("\(server.port)/secret.png"))
    try await expectUntouched(server)
  }

  @Test("Its IPv6 address is denied")
  func loopbackIPv6() async throws {
    guard let server = try? ScriptedServer(at: "::1") else { return print("No IPv6 on this machine, skipped") }
    let url = server.url("/secret.png")
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .denied)
    try await expectUntouched(server)
  }

  @Test(
    "Files are not for strangers, nor is another network's metadata",
    arguments: [
      "file:///etc/hostname", "http://169.254.169.254/latest", "http://10.0.0.1/a.png", "http://[fd00::1]/a.png",
    ])
  func others(url: String) async throws {
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .denied, "\(error)")
  }

  @Test("A name which resolves to this machine is denied at the connection")
  func name() async throws {
    guard let name = privateName else { return print("This machine's name resolves to nothing, skipped") }
    let server = try ScriptedServer(at: "0.0.0.0")
    let url = "http://\(name):\(server.port)/secret.png"
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .denied && error.plugin == nil, "\(error)")
    #expect(error.message.contains(url))
    _ = try await ImagePipeline.built().data(for: "http://127.0.0.1:\(server.port)/none")
    #expect(server.connectionCount == 1 && server.requests.map(\.path) == ["/none"])
  }

  /// A name of this machine that only a resolver knows.
  private var privateName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(bytes, nil, nil, &found) == 0 else { return nil }
    freeaddrinfo(found)
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
  }

  @Test(
    "A public server cannot redirect to a private address", arguments: ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]"])
  func redirect(host: String) async throws {
    let publicServer = try ScriptedServer()
    let secret = try ScriptedServer()
    let location = "http://\(host):\(secret.port)/secret.png"
    publicServer.on("/a.png") { $0.redirect(to: location) }
    publicServer.on("/b.png") { $0.respond(png: TinyPNG.solid()) }
    let pipeline = self.pipeline(for: publicServer)
    #expect(try await pipeline.image(for: "http://images.example/b.png").width == 1)
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.image(for: "http://images.example/a.png")
    }
    #expect(error.code == .denied, "\(error)")
    #expect(error.url == "http://images.example/a.png")
    #expect(error.message.contains(":\(secret.port)/secret.png"))
    #expect(publicServer.requests.map(\.path) == ["/b.png", "/a.png"])
    try await expectUntouched(secret)
  }

  private func pipeline(for server: ScriptedServer) -> ImagePipeline {
    var settings = PipelineSettings()
    settings.network = .server
    let door = PublicStandIn(
      base: PluginCatalog.built(), publicOrigin: "http://images.example", realOrigin: "http://127.0.0.1:\(server.port)"
    )
    return ImagePipeline(routing: door, settings: settings)
  }

  @Test("A proxy is refused: what it connects to cannot be judged")
  func proxy() async throws {
    let proxy = try ScriptedServer()
    var configuration = Configuration()
    configuration.network = .server
    configuration.pluginSettings["org.lazuli.http"] = ["proxy": .string(proxy.url(""))]
    let pipeline = ImagePipeline(configuration, searchPath: PluginSearchPath.built())
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.image(for: "http://images.example/a.png")
    }
    #expect(error.code == .denied && error.message.contains("proxy"), "\(error)")
    try await expectUntouched(proxy)
  }
}
