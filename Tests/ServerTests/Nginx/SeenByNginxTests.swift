import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

/// How one asks nginx.
enum NginxProtocol: String, Sendable, CaseIterable, CustomTestStringConvertible {
  case http1 = "HTTP/1.1"
  case http2 = "HTTP/2.0"

  var testDescription: String { rawValue }
}

@Suite("Tasks, seen by nginx", .timeLimit(.minutes(10)))
struct SeenByNginxTests {
  /// A server with pictures, what it says of requests, and how to reach both.
  private struct World {
    let server: NginxServer
    let log: AccessLog
    let httpVersion: NginxProtocol

    init?(_ httpVersion: NginxProtocol) async throws {
      log = try AccessLog()
      guard let server = try await NginxServer.start(log: log) else { return nil }
      self.server = server
      self.httpVersion = httpVersion
      try server.folder.write(TinyPNG.solid(300, 300), to: "root/large.png")
      for name in ["lowered", "normal", "raised", "marker"] {
        try server.folder.write(TinyPNG.solid(), to: "root/\(name).png")
      }
    }

    func pipeline(_ change: (inout PipelineSettings) -> Void = { _ in }) -> ImagePipeline {
      var configuration = Configuration.unhurried
      configuration.pluginSettings["org.lazuli.http"] = [
        "ca_file": .string(server.authority), "connections_per_host": .integer(1),
      ]
      return .built(configuration, change)
    }

    func url(_ path: String) -> String { httpVersion == .http1 ? server.url(path) : server.secureURL(path) }

    func request(_ path: String) throws -> ImageRequest { try ImageRequest(url(path)) }

    /// All requests that came before this call. There is one worker: it tells of the marker last.
    func linesSoFar() async throws -> [AccessLog.Line] {
      _ = try await ImagePipeline.built().image(for: server.url("/marker.png"))
      return await log.lines { $0.last?.target == "/marker.png" }.filter { $0.target != "/marker.png" }
    }
  }

  /// Waits for the first bytes of a picture.
  private func sizeKnown(_ task: ImageTask) async {
    for await event in task.events {
      if case .sizeKnown = event { return }
    }
  }

  @Test("The last cancel ends the request in the middle of its body, and not before", arguments: NginxProtocol.allCases)
  func cancel(httpVersion: NginxProtocol) async throws {
    guard let world = try await World(httpVersion) else { return }
    let pipeline = world.pipeline()
    // At the rate of that place it would take minutes.
    let tasks = try (0..<2).map { _ in pipeline.task(for: try world.request("/dripping/large.png")) }
    for task in tasks { await sizeKnown(task) }
    tasks[0].cancel()
    #expect(try await world.linesSoFar().isEmpty)
    tasks[1].cancel()
    let line = try #require(await world.log.lines { $0.contains { $0.target == "/dripping/large.png" } }.last)
    #expect(!line.isWhole && line.httpVersion == httpVersion.rawValue)
    #expect(line.bodyByteCount < TinyPNG.solid(300, 300).count / 10)
    #expect(try await pipeline.image(for: try world.request("/normal.png")).width == 1)
  }

  @Test("Of two requests over one connection a cancel ends the one, and the other goes on")
  func cancelOfOneStream() async throws {
    guard let world = try await World(.http2) else { return }
    let pipeline = world.pipeline()
    let tasks = try (0..<2).map { number in pipeline.task(for: try world.request("/dripping/large.png?\(number)")) }
    for task in tasks { await sizeKnown(task) }
    tasks[0].cancel()
    let first = await world.log.lines { !$0.isEmpty }
    #expect(first.map(\.target) == ["/dripping/large.png?0"] && tasks[1].result == nil)
    tasks[1].cancel()
    let both = await world.log.lines { $0.count > 1 }
    #expect(both[1].target == "/dripping/large.png?1" && both[1].connection == both[0].connection)
  }

  @Test(
    "Equal requests are one, and those with other credentials or fields one each", arguments: NginxProtocol.allCases)
  func coalescing(httpVersion: NginxProtocol) async throws {
    guard let world = try await World(httpVersion) else { return }
    let pipeline = world.pipeline()
    let plain = try world.request("/paced/large.png")
    var withField = plain
    withField.fields = [HeaderField("X-Tenant", "1")]
    let withCredentials = try ["one", "other"].map { name in
      try ImageRequest(plain.url.serialized.replacing("://", with: "://\(name):secret@"))
    }
    let requests = [[ImageRequest]](repeating: [plain, withField] + withCredentials, count: 50).flatMap(\.self)
    let tasks = requests.map { pipeline.task(for: $0) }
    for task in tasks { #expect(try await task.image.width == 300) }
    let lines = try await world.linesSoFar()
    #expect(lines.count == 4 && lines.allSatisfy { $0.isWhole && $0.httpVersion == httpVersion.rawValue })
    #expect(Set(lines.map { "\($0.authorization) \($0.tenant)" }).count == 4)
  }

  @Test("Priorities change the order of those that wait", arguments: NginxProtocol.allCases)
  func priorities(httpVersion: NginxProtocol) async throws {
    guard let world = try await World(httpVersion) else { return }
    let pipeline = world.pipeline { $0.transfers.maximumCountPerHost = 1 }
    let first = pipeline.task(for: try world.request("/dripping/large.png"))
    await sizeKnown(first)
    let tasks = try ["lowered", "normal", "raised"].map { name in
      pipeline.task(for: try world.request("/\(name).png"))
    }
    tasks[0].priority = .low
    tasks[2].priority = .veryHigh
    first.cancel()
    for task in tasks { #expect(try await task.image.width == 1) }
    let lines = try await world.linesSoFar()
    #expect(lines.map(\.target) == ["/dripping/large.png", "/raised.png", "/normal.png", "/lowered.png"])
  }
}
