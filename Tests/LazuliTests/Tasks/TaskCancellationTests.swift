import Lazuli
import LazuliTestKit
import Synchronization
import Testing

@Suite("Cancelling tasks")
struct TaskCancellationTests {
  private let file = DotsProvider.file(width: 4, height: 3)
  private let url = "https://a.test/"

  @Test("One of two equal tasks is cancelled and the other goes on")
  func one() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(chunks: [file])])
    let pipeline = ImagePipeline.fake(transport)
    let (one, two) = (pipeline.task(for: try .made(url)), pipeline.task(for: try .made(url)))
    one.cancel()
    gate.open()
    #expect(try await two.image.width == 4)
    let error = try await failure { () async throws(ImageError) in try await one.image }
    #expect(error.code == .cancelled && error.url == url)
    #expect(transport.record.cancellations.isEmpty)
  }

  @Test("The last cancel reaches the transport")
  func transport() async throws {
    let transport = ScriptedTransport([url: [.hang]])
    let pipeline = ImagePipeline.fake(transport)
    let tasks = try (0..<3).map { _ in pipeline.task(for: try .made(url)) }
    await transport.hanging.wait()
    for task in tasks {
      #expect(transport.record.cancellations.isEmpty)
      task.cancel()
    }
    await transport.ended.wait()
    #expect(transport.record.cancellations == [url])
  }

  @Test("A fetch that all have left before it began gives back its place, and the next who wants it gets it")
  func leftBeforeItBegan() async throws {
    let file = DotsProvider.file(width: 4, height: 3)
    let transport = ScriptedTransport { _ in .answer(chunks: [file]) }
    let clock = InterveningClock()
    let pipeline = ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: [DotsProvider()]), clock: clock)
    let request = try ImageRequest.made("https://a.test/left")
    // The clock is called while orders are carried out: those of this task have to wait.
    clock.intervene { pipeline.task(for: request).cancel() }
    #expect(try await pipeline.task(for: .made("https://a.test/other")).image.width == 4)
    #expect(try await pipeline.task(for: request).image.width == 4)
    #expect(transport.requests.count == 2)
  }

  @Test("The last cancel reaches the decoder, within its step")
  func decoder() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let provider = ScriptedProvider([.block])
    let pipeline = ImagePipeline.fake(transport, decoders: [provider])
    let tasks = try (0..<2).map { _ in pipeline.task(for: try .made(url)) }
    await provider.record.blocked.wait()
    tasks[0].cancel()
    #expect(provider.record.calls.interruptCount == 0)
    tasks[1].cancel()
    await provider.record.ended.wait()
    #expect(provider.record.calls.interruptCount == 1)
  }

  @Test("A task which waits is cancelled without ever starting")
  func waiting() async throws {
    let gate = Gate()
    let transport = ScriptedTransport {
      $0.hasSuffix("/0") ? [.gate(gate)] + .answer(chunks: [file]) : .answer(chunks: [file])
    }
    var settings = PipelineSettings()
    settings.transfers.maximumCount = 1
    let pipeline = ImagePipeline.fake(transport, settings: settings)
    let tasks = try (0..<3).map { pipeline.task(for: try .made("https://a.test/\($0)")) }
    tasks[1].cancel()
    gate.open()
    #expect(try await tasks[2].image.width == 4)
    #expect(transport.urls == ["https://a.test/0", "https://a.test/2"])
    #expect(try await failure { () async throws(ImageError) in try await tasks[1].image }.code == .cancelled)
  }

  @Test("After a cancel nothing comes but that, however far the load was")
  func silence() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([
      url: .answer(chunks: [Array(file.prefix(8))]) + [.gate(gate), .chunk(Array(file.dropFirst(8)))]
    ])
    let pipeline = ImagePipeline.fake(transport)
    let task = pipeline.task(for: try .made(url))
    var iterator = task.events.makeAsyncIterator()
    #expect(await iterator.next()?.word == "started")
    for await event in task.events { if case .sizeKnown = event { break } }
    task.cancel()
    gate.open()
    #expect(await iterator.next()?.word == "failed cancelled")
    #expect(await iterator.next() == nil)
    await transport.ended.wait()
    task.cancel()
    #expect(task.result != nil)
  }

  @Test("A processor which has not begun does not begin any more")
  func processor() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let first = GatedProcessor(identity: "first")
    let second = GatedProcessor(identity: "second")
    let pipeline = ImagePipeline.fake(transport)
    let task = pipeline.task(for: try .made(url) { $0.options.processors = [first, second] })
    await first.begun.wait()
    task.cancel()
    first.gate.open()
    second.gate.open()
    // The threads are busy with the first until it ends: what comes after it shows that the second was left out.
    #expect(try await pipeline.image(for: url).width == 4)
    #expect(!second.begun.hasFired)
  }

  @Test("A cancelled load can be asked for again at once: its transfers do not overlap")
  func again() async throws {
    let answers = AnswerList([[.hang], .answer(chunks: [file])])
    let transport = ScriptedTransport { _ in answers.next() }
    let pipeline = ImagePipeline.fake(transport)
    let first = pipeline.task(for: try .made(url))
    await transport.hanging.wait()
    first.cancel()
    #expect(try await pipeline.image(for: url).width == 4)
    #expect(transport.record.maximumRunningCountPerURL == 1)
  }
}

/// A processor which changes nothing, and waits for its gate.
private struct GatedProcessor: ImageProcessor {
  let identity: String
  let begun = Signal()
  let gate = Gate()

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    begun.fire()
    gate.pass()
    return pixels
  }
}

/// A clock that stands still, and does something once when its alarm is set.
private final class InterveningClock: PipelineClock, PipelineAlarm {
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  let now = Duration.zero

  func intervene(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any PipelineAlarm { self }
  func set(to time: Duration?) { action.withLock { $0.take() }?() }
}
