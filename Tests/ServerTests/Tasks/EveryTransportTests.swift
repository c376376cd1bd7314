import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Synchronization
import Testing

@Suite("What every transport does for a task", .timeLimit(.minutes(10)))
struct EveryTransportTests {
  private let png = TinyPNG.solid(100, 100)

  @Test("Size and progress are told for http:, file: and data:")
  func progress() async throws {
    let server = try ScriptedServer()
    let png = png
    server.on("/a.png") { $0.respond(png: png) }
    let folder = try TemporaryFolder()
    let path = try folder.write(png, to: "a.png")
    let digits = png.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    for url in [server.url("/a.png"), "file://\(path)", "data:image/png,\(digits)"] {
      let task = ImagePipeline.built().task(for: try ImageRequest(url))
      var width: Int?
      var last: ByteProgress?
      for await event in task.events {
        switch event {
        case .sizeKnown(let information): width = information.header.width
        case .progress(let progress): last = progress
        default: break
        }
      }
      #expect(width == 100, "\(url.prefix(40))")
      #expect(last?.receivedByteCount == png.count, "\(url.prefix(40))")
    }
  }

  @Test("The reading of a file ends in its middle when the last task leaves")
  func file() async throws {
    let folder = try TemporaryFolder()
    let bytes = TinyPNG.solid(3000, 2000)
    let path = try folder.write(bytes, to: "large.png")
    let watch = FetchWatch()
    let pipeline = ImagePipeline(
      .unhurried, searchPath: .built(for: .unhurried), observer: watch.observer, memoryCache: nil)
    let task = pipeline.task(for: try ImageRequest("file://\(path)"))
    watch.cancel(task)
    let byteCount = await watch.byteCount()
    #expect(task.result != nil)
    #expect(byteCount < bytes.count / 2, "\(byteCount) of \(bytes.count) bytes were read")
  }
}

/// Cancels a task when its decode begins, on the thread that would decode, and notes how much was fetched.
private final class FetchWatch: Sendable {
  private let task = Mutex<ImageTask?>(nil)
  private let isKnown = Latch()
  private let fetched = Mutex(0)
  private let hasEnded = Latch()

  var observer: PipelineObserver {
    PipelineObserver { event in
      switch (event.stage, event.moment) {
      case (.decode, .started):
        self.isKnown.pass()
        self.task.withLock { $0 }?.cancel()
      case (.fetch, .ended(let outcome)):
        self.fetched.withLock { $0 = outcome.byteCount }
        self.hasEnded.open()
      default: break
      }
    }
  }

  func cancel(_ task: ImageTask) {
    self.task.withLock { $0 = task }
    isKnown.open()
  }

  func byteCount() async -> Int {
    await hasEnded.wait()
    return fetched.withLock { $0 }
  }
}
