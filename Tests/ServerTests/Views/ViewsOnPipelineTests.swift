import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

/// Views, lists and prefetching on a real pipeline.
@Suite("Views and lists on a pipeline", .timeLimit(.minutes(10)))
struct ViewsOnPipelineTests {
  /// With a memory cache, as a host has it.
  private let pipeline = ImagePipeline.built(memoryCache: ImageMemoryCache())
  private let server: ScriptedServer

  init() throws {
    server = try ScriptedServer()
  }

  /// The request for a picture that is known by its width.
  private func picture(_ width: Int) throws -> ImageRequest {
    let png = TinyPNG.filled(width: width, height: 2, with: [1, 2, 3, 255])
    server.on("/\(width).png") { $0.respond(png: png) }
    return try ImageRequest(server.url("/\(width).png"))
  }

  @Test("What was loaded ahead is shown at once, and asked for once")
  func prefetched() async throws {
    let request = try picture(7)
    let prefetcher = ImagePrefetcher(pipeline)
    prefetcher.start([request])
    // Joins the load ahead, or comes behind it.
    _ = try await pipeline.image(for: request)
    let (shown, continuation) = AsyncStream<Int>.makeStream()
    let view = ImageViewModel<Void>(pipeline, on: .anyThread) { state in
      if case .loaded(let response) = state { continuation.yield(response.image.width) } else { continuation.yield(0) }
    }
    view.start(request)
    var iterator = shown.makeAsyncIterator()
    #expect(await iterator.next() == 7)
    #expect(server.requests.count == 1)
  }

  @Test("A view joins a load ahead which is under way")
  func joined() async throws {
    let request = try ImageRequest(server.url("/held.png"))
    let png = TinyPNG.filled(width: 9, height: 2, with: [1, 2, 3, 255])
    let (asked, open) = (Latch(), Latch())
    server.on("/held.png") { exchange in
      asked.open()
      open.pass()
      exchange.respond(png: png)
    }
    let prefetcher = ImagePrefetcher(pipeline)
    prefetcher.start([request])
    await asked.wait()
    let view = ImageViewModel<Void>(pipeline, on: .anyThread) { _ in }
    let isLoaded = await withCheckedContinuation { end in
      view.start(request) { end.resume(returning: $0) }
      prefetcher.stopAll()
      open.open()
    }
    #expect(isLoaded)
    #expect(server.requests.count == 1)
  }

  @Test("A view taken off the screen closes the connection")
  func detached() async throws {
    let (asked, closed) = (Latch(), Latch())
    server.on("/slow.png") { exchange in
      exchange.sendHead(200, [("Content-Length", "1000")])
      asked.open()
      exchange.waitForPeerToClose()
      closed.open()
    }
    let view = ImageViewModel<Void>(pipeline, on: .anyThread) { _ in }
    view.assign(try ImageRequest(server.url("/slow.png")))
    view.attach()
    await asked.wait()
    view.detach()
    await closed.wait()
  }

  @Test("A list that is scrolled from end to end tells each row of its own picture")
  func list() async throws {
    let (told, continuation) = AsyncStream<(Int, Int)>.makeStream()
    let list = ImageList<Int>(pipeline, on: .anyThread) { index, row in
      if let image = row.state.image { continuation.yield((index, image.width)) }
    }
    list.replace(try (0..<60).map { ($0, try picture(10 + $0)) })
    var iterator = told.makeAsyncIterator()
    for first in stride(from: 0, to: 60, by: 6) {
      list.show(first..<first + 6)
      while list[first..<first + 6].contains(where: { $0.state.image == nil }) {
        let (index, width) = try #require(await iterator.next())
        #expect(width == 10 + index)
      }
    }
    #expect(server.requests.count == 60)
  }

  @Test("Many URLs come in the order of the array, each asked for once")
  func sequence() async throws {
    let requests = try (0..<40).map { try picture(10 + $0) }
    var widths: [Int] = []
    for await element in pipeline.images(for: requests, order: .given) { widths.append(try element.image.width) }
    #expect(widths == Array(10..<50))
    #expect(server.requests.count == 40)
  }
}
