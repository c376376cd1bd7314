import Lazuli
import LazuliTestKit
import Testing

@Suite("Images from memory")
struct MemoryTests {
  private let file = DotsProvider.file(width: 8, height: 6)
  private let url = "https://a.test/"

  private func pipeline(
    _ transport: ScriptedTransport, _ cache: ImageMemoryCache = .init(),
    decoders: [any ImageDecoderProvider] = [DotsProvider()],
    _ change: (inout PipelineSettings) -> Void = { _ in }
  ) -> ImagePipeline {
    var settings = PipelineSettings()
    settings.taskTimeout = nil
    change(&settings)
    return ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport, "file": transport], decoders: decoders),
      settings: settings, memoryCache: cache)
  }

  @Test("What was loaded once is there at once, and says where it came from")
  func hit() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let pipeline = pipeline(transport)
    #expect(try pipeline.imageInMemory(for: .made(url)) == nil)
    #expect(try await pipeline.task(for: .made(url)).response.origin == .source)
    let task = try pipeline.task(for: .made(url))
    #expect(try task.result?.get().origin == .memory)
    #expect(try pipeline.imageInMemory(for: .made(url))?.image.width == 8)
    #expect(transport.requests.count == 1)
  }

  @Test("A request may ask for the source anew, or for nothing but memory")
  func policies() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let pipeline = pipeline(transport)
    let only = try ImageRequest.made(url) { $0.cachePolicy = .cacheOnly }
    #expect(try await failure { () async throws(ImageError) in try await pipeline.image(for: only) }.code == .notCached)
    let reload = try ImageRequest.made(url) { $0.cachePolicy = .reload }
    for _ in 0..<2 { #expect(try await pipeline.image(for: reload).width == 8) }
    #expect(try await pipeline.image(for: only).width == 8)
    #expect(transport.requests.count == 2)
  }

  @Test("A larger image serves a smaller request, processors included, without a fetch")
  func larger() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let pipeline = pipeline(transport)
    _ = try await pipeline.image(for: url)
    let small = try ImageRequest.made(url) {
      $0.options.targetSize = .fit(ImageSize(width: 4, height: 4))
      $0.options.processors = [FlipProcessor(.horizontal)]
    }
    let response = try await pipeline.task(for: small).response
    #expect(response.image.width == 4 && response.image.height == 3 && response.origin == .memory)
    #expect(pipeline.imageInMemory(for: small) != nil)
    #expect(transport.requests.count == 1)
  }

  @Test("A file is opened and its identity compared before its image comes from memory")
  func identity() async throws {
    let provider = ScriptedProvider(.still(.still(8, 6)))
    let bytes = file
    let answers = AnswerList(
      ["1", "1", "2"].map { identity in
        var head = ResponseHead(expectedByteCount: bytes.count)
        head.identity = identity
        return [.head(head), .chunk(bytes)]
      })
    let transport = ScriptedTransport { _ in answers.next() }
    let pipeline = pipeline(transport, decoders: [provider])
    let request = try ImageRequest("file:///a")
    #expect(try await pipeline.task(for: request).response.origin == .source)
    #expect(pipeline.imageInMemory(for: request) == nil)
    #expect(try await pipeline.task(for: request).response.origin == .memory)
    #expect(provider.record.calls.madeCount == 1)
    #expect(try await pipeline.task(for: request).response.origin == .source)
    #expect(provider.record.calls.madeCount == 2)
  }

  @Test("Signed URLs and a key of the caller's own name one image")
  func keys() async throws {
    let bytes = file
    let transport = ScriptedTransport { _ in .answer(chunks: [bytes]) }
    let pipeline = pipeline(transport) { $0.queryItemRule = .withoutSignatures }
    _ = try await pipeline.image(for: "https://a.test/x?v=1&X-Amz-Signature=1")
    _ = try await pipeline.image(for: "https://a.test/x?v=1&X-Amz-Signature=2")
    #expect(transport.requests.count == 1)
    for number in 0..<2 {
      _ = try await pipeline.image(for: .made("https://b.test/\(number)") { $0.cacheKey = "b" })
    }
    #expect(transport.requests.count == 2)
  }

  @Test("What is not complete is not kept")
  func incomplete() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [Array(file.dropLast(10))])])
    let pipeline = pipeline(transport)
    let request = try ImageRequest.made(url) { $0.options.allowsIncomplete = true }
    #expect(try await pipeline.image(for: request).isComplete == false)
    #expect(pipeline.imageInMemory(for: request) == nil)
  }

  @Test("One line loads an image, with the pipeline of the task or the one given, and none by itself")
  func oneLiners() async throws {
    let transport = ScriptedTransport([url: .answer(chunks: [file])])
    let pipeline = pipeline(transport)
    #expect(try await url.image(using: pipeline).width == 8)
    try await ImagePipeline.$current.withValue(pipeline) { () async throws in
      #expect(try await url.image().width == 8)
      #expect(try await ResourceURL(url).image(ImageOptions(fitting: ImageSize(width: 4, height: 4))).width == 4)
    }
    let error = try await failure { () async throws(ImageError) in try await url.image() }
    #expect(error.code == .invalidRequest)
  }
}
