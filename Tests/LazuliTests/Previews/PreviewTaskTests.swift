import EngineTestSupport
import Lazuli
import LazuliTestKit
import Testing

@Suite("Who sees previews")
struct PreviewTaskTests {
  private let file = DotsProvider.file(width: 8, height: 8)
  private let url = "https://a.test/"
  private let clock = VirtualClock()
  private let half = ResizeProcessor(.exact(ImageSize(width: 4, height: 2)))

  /// Half of the picture; the rest when the gate opens.
  private func halves(_ gate: Gate) -> ScriptedTransport {
    ScriptedTransport([
      url: .answer(length: file.count, chunks: [Array(file.prefix(6 + 32))])
        + [.gate(gate), .chunk(Array(file.dropFirst(6 + 32)))]
    ])
  }

  private func pipeline(
    _ transport: ScriptedTransport, _ cache: ImageMemoryCache? = nil, observer: PipelineObserver? = nil
  ) -> ImagePipeline {
    var settings = PipelineSettings()
    settings.taskTimeout = nil
    settings.network.requestTimeout = nil
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: [DotsProvider()]), settings: settings,
      observer: observer, clock: clock, memoryCache: cache)
  }

  private func request(_ change: (inout ImageRequest) -> Void = { _ in }) throws -> ImageRequest {
    var request = try ImageRequest.made(url) { $0.wantsPreviews = true }
    change(&request)
    return request
  }

  /// The first preview of a task, with time going on until it comes.
  private func preview(of task: ImageTask) async -> DecodedImage? {
    let ticking = Task {
      while !Task.isCancelled {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }
    defer { ticking.cancel() }
    for await event in task.events { if case .preview(let image) = event { return image } }
    return nil
  }

  @Test("A load that has stalled shows what it has, and what it shows is not what it ends with")
  func stalled() async throws {
    let gate = Gate()
    let task = pipeline(halves(gate)).task(for: try request())
    let image = try #require(await preview(of: task))
    #expect(!image.isComplete && image.pixels.byte(x: 7, y: 3) == 31 && image.pixels.byte(x: 7, y: 4) == 0)
    gate.open()
    let final = try await task.image
    #expect(final.isComplete && final.pixels.byte(x: 7, y: 4) == 39)
  }

  @Test("One task wants previews, another one of the same load does not: each gets what it asked for")
  func one() async throws {
    let gate = Gate()
    let pipeline = pipeline(halves(gate))
    let log = EventLog()
    _ = pipeline.load(try .made(url), log.note)
    let viewer = pipeline.task(for: try request())
    #expect(await preview(of: viewer) != nil)
    gate.open()
    #expect(try await viewer.image.isComplete)
    await log.ended.wait()
    #expect(log.words.last == "finished" && !log.words.contains("preview"))
  }

  @Test("Who comes late, with the load stalled, sees what it has")
  func late() async throws {
    let gate = Gate()
    let pipeline = pipeline(halves(gate))
    let first = pipeline.task(for: try .made(url))
    for await event in first.events { if case .sizeKnown = event { break } }
    let second = pipeline.task(for: try request())
    #expect(await preview(of: second)?.pixels.byte(x: 7, y: 3) == 31)
    let third = pipeline.task(for: try request())
    #expect(await preview(of: third) != nil)
    gate.open()
    #expect(try await third.image.isComplete)
  }

  @Test("Who comes late in another size sees what there is at once: the load's time counts, not his own")
  func lateInAnotherSize() async throws {
    let gate = Gate()
    defer { gate.open() }
    let pipeline = pipeline(halves(gate))
    let first = pipeline.task(for: try .made(url))
    for await event in first.events { if case .sizeKnown = event { break } }
    clock.advance(by: .seconds(60))
    // Time stands still from here on.
    let second = pipeline.task(
      for: try request { $0.options.targetSize = .exact(ImageSize(width: 4, height: 4)) })
    for await event in second.events {
      guard case .preview(let image) = event else { continue }
      #expect(image.width == 4)
      break
    }
  }

  @Test("Observers hear what a preview cost, of the decode and of each processor")
  func observed() async throws {
    let gate = Gate()
    let observer = RecordingObserver()
    let pipeline = pipeline(halves(gate), observer: observer.observer)
    let task = pipeline.task(for: try request { $0.options.processors = [half] })
    #expect(await preview(of: task) != nil)
    gate.open()
    _ = try await task.image
    let outcomes = observer.outcomes(of: .preview)
    #expect(outcomes.count >= 2)
    #expect(outcomes.prefix(2).map(\.byteCount) == [8 * 8 * 4, 4 * 2 * 4])
    #expect(outcomes.allSatisfy { $0.duration >= .zero && $0.error == nil })
  }

  @Test("Who wants previews of a load which began without them sees its passes, in its target size too")
  func lateViewer() async throws {
    let file = try fixture("jpeg/progressive.jpeg")
    let gate = Gate()
    let transport = ScriptedTransport([
      url: .answer(length: file.count, chunks: [Array(file.prefix(file.count / 2))])
        + [.gate(gate), .chunk(Array(file.dropFirst(file.count / 2)))]
    ])
    var settings = PipelineSettings()
    settings.taskTimeout = nil
    settings.network.requestTimeout = nil
    let codecs = try PluginCatalog.built().decoders(for: Array(file.prefix(64)), hint: FormatHint())
    let pipeline = ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: codecs), settings: settings, clock: clock)
    let size = SizeFitting.fit(ImageSize(width: 10, height: 10))
    let log = EventLog()
    let first = pipeline.task(for: try .made(url) { $0.options.targetSize = size })
    _ = pipeline.load(first.request, log.note)
    for await event in first.events { if case .sizeKnown = event { break } }
    let viewer = pipeline.task(for: try request { $0.options.targetSize = size })
    #expect(await preview(of: viewer) != nil)
    gate.open()
    #expect(try await viewer.image.isComplete)
    await log.ended.wait()
    #expect(log.words.count { $0 == "size" } == 1)
    #expect(transport.requests.count == 1)
  }

  @Test("Previews go through the processors of each task, and are in nobody else's")
  func processors() async throws {
    let gate = Gate()
    let pipeline = pipeline(halves(gate))
    let plain = pipeline.task(for: try request())
    #expect(await preview(of: plain)?.width == 8)
    let small = pipeline.task(for: try request { $0.options.processors = [half] })
    gate.open()
    for await event in small.events {
      if case .preview(let image) = event { #expect(image.width == 4 && image.height == 2) }
    }
    #expect(try await small.image.width == 4)
  }

  @Test("A task with processors alone sees previews that went through them")
  func processed() async throws {
    let gate = Gate()
    let task = pipeline(halves(gate)).task(
      for: try request { $0.options.processors = [half] })
    #expect(await preview(of: task)?.width == 4)
    gate.open()
    #expect(try await task.image.width == 4)
  }

  @Test("Nothing comes after a cancel, and when nobody wants to see it any more none is made")
  func cancelled() async throws {
    let gate = Gate()
    let pipeline = pipeline(halves(gate))
    let other = pipeline.task(for: try .made(url))
    let log = EventLog()
    let viewer = pipeline.load(try request(), log.note)
    viewer.cancel()
    await log.ended.wait()
    clock.advance(by: .seconds(60))
    gate.open()
    #expect(try await other.image.isComplete)
    #expect(log.words.last == "failed cancelled" && !log.words.contains("preview"))
  }

  @Test("A preview is never kept as the image")
  func memory() async throws {
    let gate = Gate()
    let pipeline = pipeline(halves(gate), ImageMemoryCache())
    let task = pipeline.task(for: try request())
    #expect(await preview(of: task) != nil)
    #expect(pipeline.imageInMemory(for: try request()) == nil)
    gate.open()
    _ = try await task.image
    #expect(pipeline.imageInMemory(for: try request())?.image.isComplete == true)
  }

  @Test("A load that fails behind a preview keeps nothing and says what is wrong")
  func failed() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([
      url: .answer(chunks: [Array(file.prefix(6 + 32))])
        + [.gate(gate), .fail(ImageError(.connectionFailed, at: .fetch, "Reset"))]
    ])
    let pipeline = pipeline(transport, ImageMemoryCache())
    let task = pipeline.task(for: try request())
    #expect(await preview(of: task) != nil)
    gate.open()
    await #expect(throws: ImageError.self) { try await task.image }
    #expect(pipeline.imageInMemory(for: try request()) == nil)
  }
}
