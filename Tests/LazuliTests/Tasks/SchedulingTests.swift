import Lazuli
import LazuliTestKit
import Testing

@Suite("Order, limits and deadlines of tasks")
struct SchedulingTests {
  private let file = DotsProvider.file(width: 4, height: 3)

  /// Answers everything; the first URL when the gate opens.
  private func transport(_ gate: Gate) -> ScriptedTransport {
    let file = file
    return ScriptedTransport {
      $0.hasSuffix("/first") ? [.gate(gate)] + .answer(chunks: [file]) : .answer(chunks: [file])
    }
  }

  private func pipeline(
    _ transport: ScriptedTransport, clock: VirtualClock? = nil, observer: RecordingObserver? = nil,
    decoders: [any ImageDecoderProvider] = [DotsProvider()], _ change: (inout PipelineSettings) -> Void
  ) -> ImagePipeline {
    var settings = PipelineSettings()
    settings.taskTimeout = nil
    change(&settings)
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: decoders), settings: settings,
      observer: observer?.observer, clock: clock)
  }

  @Test("Waiting loads start by priority, which may have changed or been inherited meanwhile")
  func order() async throws {
    let gate = Gate()
    let transport = transport(gate)
    let pipeline = pipeline(transport) { $0.transfers.maximumCount = 1 }
    let first = pipeline.task(for: try .made("https://a.test/first"))
    let tasks = try ["low", "normal", "raised", "joined"].map { name in
      pipeline.task(for: try .made("https://a.test/\(name)") { $0.priority = name == "low" ? .low : .normal })
    }
    tasks[2].priority = .veryHigh
    #expect(tasks[2].priority == .veryHigh)
    let joined = pipeline.task(for: try .made("https://a.test/joined") { $0.priority = .high })
    gate.open()
    for task in [first, joined] + tasks { #expect(try await task.image.width == 4) }
    #expect(transport.urls.map { $0.split(separator: "/").last } == ["first", "raised", "joined", "normal", "low"])
  }

  @Test("A change of priority reaches the transfer which runs, up and down")
  func running() async throws {
    let url = "https://a.test/"
    let transport = ScriptedTransport([url: [.hang]])
    let pipeline = pipeline(transport) { _ in }
    let one = pipeline.task(for: try .made(url))
    await transport.hanging.wait()
    let two = pipeline.task(for: try .made(url) { $0.priority = .high })
    one.priority = .veryHigh
    one.cancel()
    two.priority = .low
    #expect(transport.requests.map(\.priority) == [.normal])
    #expect(transport.record.priorities.map(\.priority) == [.high, .veryHigh, .high, .low])
    two.cancel()
    await transport.ended.wait()
  }

  @Test("Transfers are limited in all and for each host")
  func limits() async throws {
    let file = file
    let transport = ScriptedTransport { _ in .answer(chunks: [file]) }
    let pipeline = pipeline(transport) {
      $0.transfers.maximumCount = 3
      $0.transfers.maximumCountPerHost = 2
    }
    let tasks = try (0..<50).map { pipeline.task(for: try .made("https://\($0 % 2).test/\($0)")) }
    for task in tasks { #expect(try await task.image.width == 4) }
    #expect(transport.record.maximumRunningCount <= 3)
  }

  @Test("The time of a task counts from its start, waiting included")
  func deadline() async throws {
    let clock = VirtualClock()
    let gate = Gate()
    let transport = ScriptedTransport { $0.hasSuffix("/first") ? [.hang] : .answer(chunks: []) }
    let pipeline = pipeline(transport, clock: clock) {
      $0.transfers.maximumCount = 1
      $0.taskTimeout = PipelineSettings().taskTimeout
    }
    let first = pipeline.task(for: try .made("https://a.test/first"))
    await transport.hanging.wait()
    let waiting = pipeline.task(for: try .made("https://a.test/x") { $0.timeout = .seconds(10) })
    clock.advance(by: .seconds(11))
    #expect(try await failure { () async throws(ImageError) in try await waiting.image }.code == .timedOut)
    #expect(first.result == nil)
    clock.advance(by: .seconds(80))
    #expect(try await failure { () async throws(ImageError) in try await first.image }.code == .timedOut)
    await transport.ended.wait()
    #expect(transport.record.cancellations == ["https://a.test/first"])
    gate.open()
  }

  @Test("Loads of little value start at a rate; those cancelled meanwhile never start")
  func rate() async throws {
    let clock = VirtualClock()
    let file = file
    let transport = ScriptedTransport { _ in .answer(chunks: [file]) }
    let pipeline = pipeline(transport, clock: clock) {
      $0.transfers.rate?.startsPerSecond = 10
      $0.transfers.rate?.burst = 1
    }
    let tasks = try (0..<3).map { number in
      pipeline.task(for: try .made("https://a.test/\(number)") { $0.priority = .low })
    }
    #expect(try await tasks[0].image.width == 4)
    #expect(try await pipeline.image(for: "https://a.test/seen").width == 4)
    tasks[1].cancel()
    clock.advance(by: .milliseconds(100))
    #expect(try await tasks[2].image.width == 4)
    #expect(transport.urls == ["https://a.test/0", "https://a.test/seen", "https://a.test/2"])
  }

  @Test("Decodes wait for pixel memory; none waits for ever, and a large one runs alone")
  func memory() async throws {
    let file = DotsProvider.file(width: 100, height: 100)
    let transport = ScriptedTransport { _ in .answer(chunks: [file]) }
    let pipeline = pipeline(transport) { $0.maximumDecodingPixelByteCount = 1000 }
    let tasks = try (0..<20).map { pipeline.task(for: try .made("https://a.test/\($0)")) }
    for task in tasks { #expect(try await task.image.width == 100) }
  }

  @Test("Two decodes of one body do not wait for each other for ever where there is memory for one")
  func sharedBody() async throws {
    let file = DotsProvider.file(width: 100, height: 100)
    let chunks = stride(from: 0, to: file.count, by: 100).map { Array(file[$0..<min($0 + 100, file.count)]) }
    let gate = Gate()
    let transport = ScriptedTransport { _ in [.gate(gate)] + .answer(chunks: chunks) }
    let pipeline = pipeline(transport) {
      $0.maximumDecodingPixelByteCount = 1000
      $0.maximumWaitingByteCount = 500
    }
    let one = pipeline.task(for: try .made("https://a.test/"))
    let two = pipeline.task(for: try .made("https://a.test/") { $0.options.pixelFormat = .gray8 })
    gate.open()
    #expect(try await one.image.width == 100)
    #expect(try await two.image.width == 100)
  }
}
