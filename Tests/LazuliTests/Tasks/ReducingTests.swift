import Lazuli
import LazuliTestKit
import Synchronization
import Testing

@Suite("Images made of larger ones in memory")
struct ReducingTests {
  private let file = DotsProvider.file(width: 8, height: 6)
  private let url = "https://a.test/"
  private let observer = RecordingObserver()
  private let clock = VirtualClock()
  private let cache = ImageMemoryCache()

  /// One thread for decoding, and a source with an identity where one is given.
  private func pipeline(_ decoders: [any ImageDecoderProvider] = [DotsProvider()], identity: String? = nil)
    -> ImagePipeline
  {
    var head = ResponseHead(expectedByteCount: file.count)
    head.identity = identity
    let steps: [ScriptedTransport.Step] = [.head(head), .chunk(file)]
    let transport = ScriptedTransport { _ in steps }
    var settings = PipelineSettings()
    settings.decodeThreadCount = 1
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport, "file": transport], decoders: decoders),
      settings: settings, observer: observer.observer, clock: clock, memoryCache: cache)
  }

  private func small(_ url: String, _ change: (inout ImageRequest) -> Void = { _ in }) throws -> ImageRequest {
    try .made(url) {
      $0.options.targetSize = .fit(ImageSize(width: 4, height: 4))
      change(&$0)
    }
  }

  private var reductionCount: Int {
    observer.startCount(of: .process(ResizeProcessor(width: 4, height: 3).identity))
  }

  /// Holds the one thread until the gate opens.
  private func block(_ pipeline: ImagePipeline) async throws -> Gate {
    _ = try await pipeline.image(for: url)
    let processor = GatedProcessor()
    _ = pipeline.task(for: try .made(url) { $0.options.processors = [processor] })
    await processor.begun.wait()
    return processor.gate
  }

  @Test("Equal requests share the work, and hear that it came from memory")
  func shared() async throws {
    let pipeline = pipeline()
    let gate = try await block(pipeline)
    let tasks = try (0..<3).map { _ in pipeline.task(for: try small(url)) }
    gate.open()
    for task in tasks {
      let response = try await task.response
      #expect(response.image.width == 4 && response.image.height == 3 && response.origin == .memory)
    }
    #expect(reductionCount == 1)
    #expect(pipeline.imageInMemory(for: try small(url)) != nil)
  }

  @Test("Whose time is up hears so, and the work is not begun for nobody")
  func deadline() async throws {
    let pipeline = pipeline()
    let gate = try await block(pipeline)
    defer { gate.open() }
    let late = pipeline.task(for: try small(url) { $0.timeout = .seconds(5) })
    let cancelled = pipeline.task(for: try small(url))
    cancelled.cancel()
    clock.advance(by: .seconds(6))
    gate.open()
    let error = try await failure { () async throws(ImageError) in try await late.image }
    #expect(error.code == .timedOut)
    // Comes behind it on the one thread.
    _ = try await pipeline.image(for: "https://a.test/other")
    #expect(reductionCount == 0)
  }

  @Test("Its processors are jobs too, shared as far as they are the same")
  func processors() async throws {
    let pipeline = pipeline()
    let gate = try await block(pipeline)
    let gray = GrayscaleProcessor()
    let one = pipeline.task(for: try small(url) { $0.options.processors = [gray] })
    let two = pipeline.task(for: try small(url) { $0.options.processors = [gray, FlipProcessor(.horizontal)] })
    gate.open()
    #expect(try await one.response.origin == .memory)
    #expect(try await two.response.origin == .memory)
    #expect(observer.startCount(of: .process(gray.identity)) == 1)
    #expect(reductionCount == 1)
  }

  @Test("A file in memory is not decoded again for another size or for processors, and what they made is kept")
  func files() async throws {
    let provider = ScriptedProvider(.still(.still(8, 6)))
    let pipeline = pipeline([provider], identity: "1")
    let file = "file:///a"
    _ = try await pipeline.image(for: file)
    let gray = GrayscaleProcessor()
    let requests = [
      try small(file), try .made(file) { $0.options.processors = [gray] },
      try small(file) { $0.options.processors = [gray] },
    ]
    for _ in 0..<2 {
      for request in requests { #expect(try await pipeline.task(for: request).response.origin == .memory) }
    }
    #expect(provider.record.calls.madeCount == 1)
    #expect(observer.startCount(of: .process(gray.identity)) == 2)
  }

  @Test("A processed image of a file is there although its original is not")
  func processedFiles() async throws {
    let provider = ScriptedProvider(.still(.still(8, 6)))
    let pipeline = pipeline([provider], identity: "1")
    let request = try ImageRequest.made("file:///a") { $0.options.processors = [GrayscaleProcessor()] }
    #expect(try await pipeline.task(for: request).response.origin == .source)
    #expect(try await pipeline.task(for: request).response.origin == .memory)
    #expect(provider.record.calls.madeCount == 1)
  }
}

/// A processor which changes nothing, and waits for its gate.
private struct GatedProcessor: ImageProcessor {
  let identity = "gated"
  let begun = Signal()
  let gate = Gate()

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    begun.fire()
    gate.pass()
    return pixels
  }
}
