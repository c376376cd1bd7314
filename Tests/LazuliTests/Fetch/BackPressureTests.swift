import LazuliCore
import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("Back-pressure")
struct BackPressureTests {
  @Test("A transport pauses while the decoder is behind, and goes on when it has caught up")
  func pauses() async throws {
    let file = DotsProvider.file(width: 200, height: 200)
    let chunks = stride(from: 0, to: file.count, by: 500).map { Array(file[$0..<min($0 + 500, file.count)]) }
    let gate = Gate()
    let transport = FakeTransport(["https://a.test/": .answer(chunks: chunks)])
    var settings = PipelineSettings()
    settings.maximumWaitingByteCount = 4000
    let pipeline = ImagePipeline.fake(transport, decoders: [DotsProvider(gate: gate)], settings: settings)
    async let image = pipeline.image(for: "https://a.test/")
    await transport.paused.wait()
    #expect(transport.record.acceptedCount <= 10)
    gate.open()
    #expect(try await image.height == 200)
    #expect(transport.record.acceptedCount == chunks.count)
  }

  @Test("A codec which wants its input whole does not hold the transport up")
  func wholeInput() async throws {
    let file = DotsProvider.file(width: 200, height: 200)
    let chunks = stride(from: 0, to: file.count, by: 500).map { Array(file[$0..<min($0 + 500, file.count)]) }
    let transport = FakeTransport(["https://a.test/": .answer(chunks: chunks)])
    var settings = PipelineSettings()
    settings.maximumWaitingByteCount = 1000
    let pipeline = ImagePipeline.fake(
      transport, decoders: [DotsProvider(needsWholeInput: true)], settings: settings)
    #expect(try await pipeline.image(for: "https://a.test/").height == 200)
  }

  @Test("The flow pauses above its mark and goes on below half of it")
  func marks() throws {
    let flow = TransferFlow(highMark: 300)
    let transfer = CountingTransfer()
    flow.begin()
    flow.attach(transfer)
    let chunk = ByteChunk([UInt8](repeating: 0, count: 60))
    #expect(isAccepted(flow.offer(chunk)) && isAccepted(flow.offer(chunk)))
    #expect(!isAccepted(flow.offer(chunk)))
    flow.taken(2 * chunk.weight - 151)
    #expect(transfer.unpauseCount == 0)
    flow.taken(2 * chunk.weight - 150)
    #expect(transfer.unpauseCount == 1)
    #expect(isAccepted(flow.offer(chunk)))
  }

  @Test("A transfer attached after a cancel is cancelled")
  func lateAttach() throws {
    let flow = TransferFlow(highMark: 100)
    let transfer = CountingTransfer()
    flow.cancel()
    flow.begin()
    flow.attach(transfer)
    #expect(transfer.cancelCount == 1)
  }

  @Test("A body which is there already is let end by itself")
  func completeBody() throws {
    let flow = TransferFlow(highMark: 100)
    let transfer = CountingTransfer()
    flow.begin()
    flow.attach(transfer)
    flow.expect(10)
    _ = flow.offer(ByteChunk([UInt8](repeating: 0, count: 10)))
    flow.finish()
    #expect(transfer.cancelCount == 0)
  }

  private func isAccepted(_ answer: SinkAnswer) -> Bool {
    if case .accept = answer { true } else { false }
  }
}
