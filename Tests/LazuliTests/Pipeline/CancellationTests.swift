import Lazuli
import LazuliTestKit
import Testing

@Suite("Cancelling")
struct CancellationTests {
  private let file = DotsProvider.file(width: 4, height: 3)

  /// Cancels a load once `moment` has come; gives its error.
  private func cancelled(
    _ pipeline: ImagePipeline, at moment: Signal
  ) async throws -> ImageError {
    let load = Task { try await pipeline.image(for: "https://a.test/") }
    await moment.wait()
    load.cancel()
    do {
      _ = try await load.value
    } catch let error as ImageError {
      return error
    }
    throw ImageError(.internalError, at: .request, "The load was not cancelled")
  }

  @Test("A load which waits for a response is cancelled, and its transfer")
  func beforeResponse() async throws {
    let transport = FakeTransport(["https://a.test/": [.hang]])
    #expect(try await cancelled(.fake(transport), at: transport.hanging).code == .cancelled)
    await transport.cancelled.wait()
  }

  @Test("A load which waits for its body is cancelled, with its transfer and its decoder")
  func duringBody() async throws {
    let transport = FakeTransport([
      "https://a.test/": .answer(length: 100, chunks: [[1, 2, 3, 4, 5]]) + [.hang]
    ])
    let provider = ScriptedProvider([.event(.needInput)])
    #expect(try await cancelled(.fake(transport, decoders: [provider]), at: transport.hanging).code == .cancelled)
    await transport.cancelled.wait()
    await transport.ended.wait()
  }

  @Test("A decoder within a long step is interrupted, and ended")
  func duringStep() async throws {
    let transport = FakeTransport(["https://a.test/": .answer(chunks: [file])])
    let provider = ScriptedProvider([.block])
    let error = try await cancelled(.fake(transport, decoders: [provider]), at: provider.record.blocked)
    #expect(error.code == .cancelled)
    await provider.record.ended.wait()
    #expect(provider.record.calls.interruptCount == 1)
  }

  @Test("A transfer which pauses is cancelled")
  func duringPause() async throws {
    let gate = Gate()
    let big = DotsProvider.file(width: 200, height: 200)
    let chunks = stride(from: 0, to: big.count, by: 500).map { Array(big[$0..<min($0 + 500, big.count)]) }
    let transport = FakeTransport(["https://a.test/": .answer(chunks: chunks)])
    var settings = PipelineSettings()
    settings.maximumWaitingByteCount = 1000
    let pipeline = ImagePipeline.fake(transport, decoders: [DotsProvider(gate: gate)], settings: settings)
    #expect(try await cancelled(pipeline, at: transport.paused).code == .cancelled)
    await transport.cancelled.wait()
  }

  @Test("A task which is cancelled already starts nothing")
  func beforeStart() async throws {
    let transport = FakeTransport(["https://a.test/": .answer(chunks: [file])])
    let pipeline = ImagePipeline.fake(transport)
    let start = Signal()
    let load = Task {
      await start.wait()
      return try await pipeline.image(for: "https://a.test/")
    }
    load.cancel()
    start.fire()
    await #expect(throws: ImageError.self) { try await load.value }
    #expect(transport.requests.isEmpty)
  }

  @Test("A load whose neighbour is cancelled goes on")
  func neighbour() async throws {
    let transport = FakeTransport([
      "https://a.test/": [.hang], "https://b.test/": .answer(chunks: [file]),
    ])
    let pipeline = ImagePipeline.fake(transport)
    #expect(try await cancelled(pipeline, at: transport.hanging).code == .cancelled)
    #expect(try await pipeline.image(for: "https://b.test/").width == 4)
  }

  @Test("When the header is known the rest is not asked for")
  func headerOnly() async throws {
    let transport = FakeTransport([
      "https://a.test/": .answer(length: 1000, chunks: [Array(file.prefix(8))]) + [.hang]
    ])
    let information = try await ImagePipeline.fake(transport).header(for: "https://a.test/")
    #expect(information.header.width == 4)
    #expect(information.plugin == "test.dots")
    #expect(information.response?.url.host == "a.test")
    await transport.cancelled.wait()
  }
}
