import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("With nginx", .timeLimit(.minutes(10)))
struct NginxTests {
  private static let count = 100

  /// With pictures of their own colours below `root`.
  private func started() async throws -> NginxServer? {
    guard let server = try await NginxServer.start() else { return nil }
    for number in 0..<Self.count { try server.folder.write(TinyPNG.numbered(number), to: "root/\(number).png") }
    try server.folder.write(TinyPNG.solid(300, 300), to: "root/large.png")
    return server
  }

  /// Loads all of them at once.
  private func loadAll(_ pipeline: ImagePipeline, _ url: (String) -> String) async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<Self.count {
        let url = url("/\(number).png")
        group.addTask { try await pipeline.image(for: url).pixels.firstPixel == TinyPNG.color(number) + [255] }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  /// Connections that nginx has accepted so far.
  private func accepted(_ pipeline: ImagePipeline, _ server: NginxServer) async throws -> Int {
    let lines = try await pipeline.data(for: server.url("/status")).bytes.split(separator: UInt8(ascii: "\n"))
    let words = String(decoding: lines[2], as: UTF8.self).split(separator: " ")
    return try #require(Int(words[0]))
  }

  private func trusting(_ server: NginxServer, http2: Bool = true) -> ImagePipeline {
    .built {
      $0.pluginSettings["org.lazuli.http"] = ["ca_file": .string(server.authority), "http2": .boolean(http2)]
    }
  }

  @Test("HTTP/1.1: many requests over few connections, one after the other over one")
  func keepAlive() async throws {
    guard let server = try await started() else { return }
    let pipeline = ImagePipeline.built()
    var connections: Set<String> = []
    for number in 0..<20 {
      let head = try await pipeline.data(for: server.url("/\(number).png")).response.head
      #expect(head.protocolVersion == "1.1")
      connections.insert(head.value(of: "x-connection") ?? "")
    }
    #expect(connections.count == 1)
    let before = try await accepted(pipeline, server)
    try await loadAll(pipeline) { server.url($0) }
    #expect(try await accepted(pipeline, server) - before <= 6)
  }

  /// Requests that nginx has answered so far, the one for its status included.
  private func answered(_ pipeline: ImagePipeline, _ server: NginxServer) async throws -> Int {
    let lines = try await pipeline.data(for: server.url("/status")).bytes.split(separator: UInt8(ascii: "\n"))
    let words = String(decoding: lines[2], as: UTF8.self).split(separator: " ")
    return try #require(Int(words[2]))
  }

  @Test("A thousand equal tasks are one request, over HTTP/1.1 and HTTP/2; each other field makes one more")
  func coalescing() async throws {
    guard let server = try await started() else { return }
    let counting = ImagePipeline.built()
    for (pipeline, url) in [
      (ImagePipeline.built(), server.url("/large.png")), (trusting(server), server.secureURL("/large.png")),
    ] {
      let before = try await answered(counting, server)
      var requests = try [ImageRequest](repeating: ImageRequest(url), count: 1000)
      requests[500].fields = [HeaderField("X-Tenant", "1")]
      let tasks = requests.map { pipeline.task(for: $0) }
      for task in tasks { #expect(try await task.image.width == 300) }
      // Beside these one for the status. A task made when the first had ended asks once more.
      let count = try await answered(counting, server) - before - 1
      #expect(count >= 2 && count < 20)
    }
  }

  @Test("HTTP/2: 100 pictures at once over one connection")
  func multiplexing() async throws {
    guard let server = try await started() else { return }
    let pipeline = trusting(server)
    let counting = ImagePipeline.built()
    let before = try await accepted(counting, server)
    try await loadAll(pipeline) { server.secureURL($0) }
    #expect(try await accepted(counting, server) - before == 1)
    let head = try await pipeline.data(for: server.secureURL("/0.png")).response.head
    #expect(head.protocolVersion == "2" && head.value(of: "x-protocol") == "HTTP/2.0")
  }

  @Test("HTTP/2 can be switched off")
  func withoutHTTP2() async throws {
    guard let server = try await started() else { return }
    let head = try await trusting(server, http2: false).data(for: server.secureURL("/0.png")).response.head
    #expect(head.status == 200 && head.protocolVersion == "1.1")
  }

  @Test("A certificate of an authority that nobody trusts is a failure of TLS, whoever else is served")
  func untrusted() async throws {
    guard let server = try await started() else { return }
    let pipeline = ImagePipeline.built()
    let url = server.secureURL("/0.png")
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .tls && error.stage == .fetch && error.code.fault == .environment, "\(error)")
    #expect(error.message.contains(url))
    #expect(try await pipeline.image(for: server.url("/0.png")).width == 2)
    #expect(try await trusting(server).image(for: url).width == 2)
  }

  @Test("A certificate for another name is a failure of TLS")
  func otherName() async throws {
    guard let server = try await started() else { return }
    let error = try await failure { () async throws(ImageError) in
      try await trusting(server).image(for: "https://127.0.0.2:\(server.securePort)/0.png")
    }
    // Where nothing listens at that address there is nothing to see.
    #expect(error.code == .tls || error.code == .connectionFailed, "\(error)")
  }

  @Test("Plain HTTP at the port of HTTPS, and the other way round, are clear errors")
  func mixedUp() async throws {
    guard let server = try await started() else { return }
    let secure = try await failure { () async throws(ImageError) in
      try await trusting(server).image(for: "https://localhost:\(server.port)/0.png")
    }
    #expect(secure.code == .tls, "\(secure)")
    let plain = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built().image(for: "http://localhost:\(server.securePort)/0.png")
    }
    #expect(plain.code == .httpStatus, "\(plain)")
  }

  @Test("A redirect from https to http is refused, from http to https it is followed")
  func downgrade() async throws {
    guard let server = try await started() else { return }
    let scripted = try ScriptedServer()
    let there = server.secureURL("/0.png")
    scripted.on("/a.png") { $0.redirect(to: there) }
    let pipeline = trusting(server)
    #expect(try await pipeline.image(for: scripted.url("/a.png")).width == 2)
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.image(for: server.secureURL("/down/0.png"))
    }
    #expect(error.code == .redirectRefused, "\(error)")
  }

  @Test("gzip: what was packed on the way arrives as it was")
  func gzip() async throws {
    guard let server = try await started() else { return }
    let pipeline = ImagePipeline.built()
    let answer = try await pipeline.data(for: server.url("/packed/large.png"))
    // nginx weakens the tag of what it packs, and tells no length.
    #expect(answer.response.head.value(of: "etag")?.hasPrefix("W/") == true)
    #expect(answer.response.head.expectedByteCount == nil)
    #expect(answer.bytes == TinyPNG.solid(300, 300))
    #expect(try await pipeline.image(for: server.url("/packed/large.png")).width == 300)
  }

  @Test("A validator goes out and 304 comes back; a part that was asked for is an answer")
  func conditional() async throws {
    guard let server = try await started() else { return }
    let pipeline = ImagePipeline.built()
    let first = try await pipeline.data(for: server.url("/0.png")).response.head
    var request = try ImageRequest(server.url("/0.png"))
    request.fields = [HeaderField("If-None-Match", first.value(of: "etag") ?? "")]
    #expect(try await pipeline.data(for: request).response.head.status == 304)
    request.fields = [HeaderField("Range", "bytes=1-3")]
    let part = try await pipeline.data(for: request)
    #expect(part.response.head.status == 206 && part.bytes == Array("PNG".utf8))
  }
}
