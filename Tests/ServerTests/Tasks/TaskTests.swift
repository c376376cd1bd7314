import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("Tasks, seen by the server", .timeLimit(.minutes(10)))
struct TaskTests {
  @Test("Equal requests are asked for once, those with other credentials or fields each for itself")
  func coalescing() async throws {
    let server = try ScriptedServer()
    let held = HeldAnswer(of: server, at: "/a.png")
    let pipeline = ImagePipeline.built()
    let url = server.url("/a.png")
    let other = url.replacing("://", with: "://user:secret@")
    var withField = try ImageRequest(url)
    withField.fields = [HeaderField("X-Tenant", "1")]
    let requests = try [ImageRequest](repeating: ImageRequest(url), count: 10) + [ImageRequest(other), withField]
    let tasks = requests.map { pipeline.task(for: $0) }
    await held.asked.wait()
    held.letGo()
    for task in tasks { #expect(try await task.image.width == 1) }
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map { $0.value(of: "authorization") ?? "none" }).count == 2)
  }

  @Test("Waiting requests go by priority, also when it changes while they wait")
  func priorities() async throws {
    let server = try ScriptedServer()
    let held = HeldAnswer(of: server, at: "/first.png")
    for name in ["lowered", "normal", "raised"] { server.on("/\(name).png") { $0.respond(png: TinyPNG.solid()) } }
    let pipeline = ImagePipeline.built(.overOneConnection) { $0.decodeThreadCount = 1 }
    let first = pipeline.task(for: try ImageRequest(server.url("/first.png")))
    await held.asked.wait()
    let tasks = try ["lowered", "normal", "raised"].map { name in
      pipeline.task(for: try ImageRequest(server.url("/\(name).png")))
    }
    // The one thread takes turns: when it has come to this image, all wait in the transport's own queue.
    _ = try await pipeline.image(from: TinyPNG.solid())
    tasks[0].priority = .low
    tasks[2].priority = .veryHigh
    held.letGo()
    for task in [first] + tasks { #expect(try await task.image.width == 1) }
    #expect(server.requests.map(\.target) == ["/first.png", "/raised.png", "/normal.png", "/lowered.png"])
  }

  @Test("The last of several cancels closes the connection, in the middle of a body that drips")
  func lastCancel() async throws {
    let server = try ScriptedServer()
    let dripping = Latch()
    let gone = Latch()
    server.on("/a.png") {
      $0.sendHead(200, [("Content-Length", "90000")])
      $0.send(Array(TinyPNG.solid(100, 100).prefix(100)))
      dripping.open()
      $0.waitForPeerToClose()
      gone.open()
    }
    let pipeline = ImagePipeline.built()
    let request = try ImageRequest(server.url("/a.png"))
    let tasks = (0..<3).map { _ in pipeline.task(for: request) }
    await dripping.wait()
    for task in tasks {
      #expect(!gone.isOpen)
      task.cancel()
    }
    await gone.wait()
    #expect(server.requests.count == 1)
  }

  @Test("A view can be laid out before the body is there")
  func sizeKnown() async throws {
    let server = try ScriptedServer()
    let known = Latch()
    server.on("/a.png") {
      let file = TinyPNG.solid(100, 100)
      $0.sendHead(200, [("Content-Length", "\(file.count)")])
      $0.send(Array(file.prefix(100)))
      known.pass()
      $0.send(Array(file.dropFirst(100)))
    }
    let task = ImagePipeline.built().task(for: try ImageRequest(server.url("/a.png")))
    for await event in task.events {
      guard case .sizeKnown(let information) = event else { continue }
      #expect(information.header.width == 100)
      known.open()
    }
    #expect(try await task.image.width == 100)
  }

  @Test("The time of a task covers its waiting in the transport's queue")
  func deadline() async throws {
    let server = try ScriptedServer()
    let asked = Latch()
    server.on("/first.png") {
      asked.open()
      $0.waitForPeerToClose()
    }
    let pipeline = ImagePipeline.built(.overOneConnection)
    let first = pipeline.task(for: try ImageRequest(server.url("/first.png")))
    await asked.wait()
    var request = try ImageRequest(server.url("/second.png"))
    request.timeout = .milliseconds(100)
    let second = pipeline.task(for: request)
    let error = try await failure { () async throws(ImageError) in try await second.image }
    #expect(error.code == .timedOut && error.stage == .request)
    first.cancel()
    #expect(server.requests.count == 1)
  }
}

extension Configuration {
  /// The http plugin makes others wait in its own queue.
  fileprivate static var overOneConnection: Configuration {
    var configuration = Configuration.unhurried
    configuration.pluginSettings["org.lazuli.http"] = ["connections_per_host": .integer(1)]
    return configuration
  }
}
