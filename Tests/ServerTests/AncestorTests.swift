import LazuliTestSupport
import ScriptedServer
import Testing

/// The programs in docs/examples/ancestors.
@Suite("Ancestors")
struct AncestorTests {
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
  }

  private func run(_ program: String, _ words: [String]) async throws -> [String] {
    let run = try await Program(["\(BuildFolder.path)/\(program)"] + words).end()
    #expect(run.status == 0, "\(run.errorText)")
    return run.text.split(separator: "\n").map(String.init)
  }

  /// Serves a picture of that size.
  private func picture(_ path: String, _ width: Int, _ height: Int) -> String {
    let png = TinyPNG.filled(width: width, height: height, with: [1, 2, 3, 255])
    server.on(path) { $0.respond(png: png) }
    return server.url(path)
  }

  @Test("ImageDownloader: rows are told with their number, scaled to 75×75, and a failed one is tried again")
  func imageDownloader() async throws {
    let png = TinyPNG.filled(width: 75, height: 75, with: [1, 2, 3, 255])
    server.on("/late.png") { [weak server] exchange in
      let isFirst = server?.requests(for: "/late.png").count == 1
      if isFirst { exchange.respond(503) } else { exchange.respond(png: png) }
    }
    let lines = try await run("ImageDownloader", [picture("/large.png", 300, 150), server.url("/late.png")])
    #expect(
      lines.sorted() == [
        "row 0, app large.png: 75×75", "row 1, app late.png: 75×75", "row 1, app late.png: http-status",
      ])
  }

  @Test("DTLazyImageView: it loads when attached, not before, and stops when detached")
  func lazyImageView() async throws {
    let lines = try await run("LazyImageView", [picture("/a.png", 40, 30)])
    #expect(lines == ["assigned: waiting", "attached: loading", "detached: cancelled", "shown: 40×30"])
  }

  @Test("IFUIImageLoadView: the delegate is told with the object; an image in memory is not loaded again")
  func imageLoadView() async throws {
    let url = picture("/a.png", 40, 30)
    let lines = try await run("ImageLoadView", ["one=\(url)", "two=\(server.url("/none.png"))", "three=\(url)"])
    #expect(
      lines.filter { $0 != "(spinner)" } == ["one: 40×30 from source", "two: http-status", "three: 40×30 from memory"])
    #expect(server.requests(for: "/a.png").count == 1)
  }

  @Test("URLImageView: completion is told true or false, an absent URL asks for nothing, progress is shown")
  func urlImageView() async throws {
    let lines = try await run("URLImageView", [picture("/a.png", 40, 30), "", server.url("/none.png")])
    let shown = lines.filter { !$0.hasPrefix("(indicator)") }
    #expect(shown.first == "(placeholder)")
    #expect(lines.contains { $0.hasSuffix("%") })
    #expect(shown.filter { $0.hasPrefix("loaded") } == ["loaded: true", "loaded: false", "loaded: false"])
    #expect(shown.suffix(2) == ["(placeholder) http-status", "loaded: false"])
    #expect(server.requests.count == 2)
  }

  @Test("LoadImageAsynchronously: a new load ends the old one; filled, clipped; an array of URLs")
  func asynchronousImage() async throws {
    let urls = [picture("/a.png", 400, 300), server.url("/none.png"), picture("/b.png", 300, 400)]
    let lines = try await run("AsynchronousImage", ["100x100"] + urls)
    #expect(
      lines.filter { $0 != "(placeholder)" } == [
        "first: false", "[100×100]", "last: true", "0: 100×100", "1: none", "2: 100×100",
      ])
  }

  @Test("LoadImageAsynchronously: a failed load leaves the placeholder")
  func failedAsynchronousImage() async throws {
    let lines = try await run("AsynchronousImage", ["100x100", server.url("/none.png")])
    #expect(lines.contains("(placeholder stays)"))
    #expect(lines.suffix(2) == ["last: false", "0: none"])
  }
}
