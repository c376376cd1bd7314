import Lazuli
import LazuliTestKit
import Testing

@Suite("Cancelling processors under way")
struct ProcessorCancellationTests {
  private let file = DotsProvider.file(width: 4, height: 3)
  private let url = "https://a.test/"

  private func pipeline() -> ImagePipeline {
    var settings = PipelineSettings()
    settings.decodeThreadCount = 1
    let file = file
    return .fake(ScriptedTransport { _ in .answer(chunks: [file]) }, settings: settings)
  }

  @Test("A processor which asks ends when the last task has left, and gives its thread back")
  func endless() async throws {
    let pipeline = pipeline()
    let endless = EndlessProcessor()
    let tasks = try (0..<2).map { _ in pipeline.task(for: try .made(url) { $0.options.processors = [endless] }) }
    await endless.begun.wait()
    tasks[0].cancel()
    #expect(!endless.ended.hasFired)
    tasks[1].cancel()
    await endless.ended.wait()
    // There is one thread.
    #expect(try await pipeline.image(for: url).width == 4)
  }

  @Test("What a processor made whose task has left is not delivered")
  func late() async throws {
    let pipeline = pipeline()
    let stubborn = EndlessProcessor(throwsWhenCancelled: false)
    let task = pipeline.task(for: try .made(url) { $0.options.processors = [stubborn] })
    await stubborn.begun.wait()
    task.cancel()
    await stubborn.ended.wait()
    let error = try await failure { () async throws(ImageError) in try await task.image }
    #expect(error.code == .cancelled)
  }
}

/// A processor which goes on until nobody wants its result.
private struct EndlessProcessor: ImageProcessor {
  let identity = "endless"
  let begun = Signal()
  let ended = Signal()
  var throwsWhenCancelled = true

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    begun.fire()
    while !CurrentWork.isCancelled {}
    ended.fire()
    if throwsWhenCancelled { try CurrentWork.checkCancellation() }
    return pixels
  }
}
