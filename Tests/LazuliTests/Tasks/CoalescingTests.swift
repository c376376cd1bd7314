import Lazuli
import LazuliTestKit
import Testing

@Suite("Sharing work")
struct CoalescingTests {
  private let file = DotsProvider.file(width: 4, height: 3)
  private let url = "https://a.test/"

  @Test("Equal requests share one fetch and one decode")
  func equal() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(chunks: [file])])
    let provider = ScriptedProvider(.still(.still(4, 3)))
    let pipeline = ImagePipeline.fake(transport, decoders: [provider])
    let tasks = try (0..<20).map { _ in pipeline.task(for: try .made(url)) }
    gate.open()
    for task in tasks { #expect(try await task.image.width == 4) }
    #expect(transport.requests.count == 1)
    #expect(provider.record.calls.madeCount == 1)
  }

  @Test("Requests which differ in fields or credentials are fetched each for itself")
  func credentials() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(chunks: [file])])
    let pipeline = ImagePipeline.fake(transport)
    let tasks = [
      pipeline.task(for: try .made("https://one:x@a.test/")), pipeline.task(for: try .made("https://two:x@a.test/")),
      pipeline.task(for: try .made(url) { $0.fields = [HeaderField("X", "1")] }), pipeline.task(for: try .made(url)),
    ]
    gate.open()
    for task in tasks { #expect(try await task.image.width == 4) }
    #expect(transport.requests.count == 4)
    #expect(Set(transport.requests.map { $0.fields.first { $0.name == "Authorization" }?.value }).count == 3)
  }

  @Test("Different sizes of one image share its fetch; the same processors up to where they differ are applied once")
  func chains() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(chunks: [file])])
    let recorder = RecordingObserver()
    var settings = PipelineSettings()
    settings.taskTimeout = nil
    let pipeline = ImagePipeline(
      routing: ScriptedRouting(transports: ["https": transport], decoders: [DotsProvider()]), settings: settings,
      observer: recorder.observer)
    let chains: [[any ImageProcessor]] = [
      [], [GrayscaleProcessor()], [GrayscaleProcessor(), FlipProcessor(.horizontal)],
      [GrayscaleProcessor(), FlipProcessor(.vertical)],
    ]
    let tasks = try chains.map { chain in pipeline.task(for: try .made(url) { $0.options.processors = chain }) }
    let small = pipeline.task(for: try .made(url) { $0.options.targetSize = .fit(ImageSize(width: 2, height: 2)) })
    gate.open()
    for task in tasks { #expect(try await task.image.width == 4) }
    #expect(try await small.image.width == 2)
    #expect(transport.requests.count == 1)
    #expect(recorder.startCount(of: .decode) == 2)
    #expect(recorder.startCount(of: .process(GrayscaleProcessor().identity)) == 1)
    #expect(recorder.outcomes(of: .fetch).map(\.byteCount) == [file.count])
  }

  @Test("Header and image of one URL share its fetch, also when one comes late")
  func late() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([
      url: .answer(chunks: [Array(file.prefix(8))]) + [.gate(gate), .chunk(Array(file.dropFirst(8)))]
    ])
    let pipeline = ImagePipeline.fake(transport)
    let first = pipeline.task(for: try .made(url))
    for await event in first.events { if case .sizeKnown = event { break } }
    #expect(try await pipeline.header(for: url).header.height == 3)
    let second = pipeline.task(for: try .made(url) { $0.options.pixelFormat = .gray8 })
    gate.open()
    #expect(try await first.image.height == 3)
    #expect(try await second.image.pixels.byte(x: 3, y: 2) == 11)
    #expect(transport.requests.count == 1)
  }

  @Test("Who joins a body of which too much came to be kept waits for its end: never two fetches at a time")
  func tooLate() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([
      url: .answer(chunks: [Array(file.prefix(8))]) + [.gate(gate), .chunk(Array(file.dropFirst(8)))]
    ])
    var settings = PipelineSettings()
    settings.maximumJoinableByteCount = 4
    let pipeline = ImagePipeline.fake(transport, settings: settings)
    let first = pipeline.task(for: try .made(url))
    for await event in first.events { if case .progress = event { break } }
    let second = pipeline.task(for: try .made(url) { $0.options.pixelFormat = .gray8 })
    gate.open()
    #expect(try await first.image.height == 3)
    #expect(try await second.image.height == 3)
    #expect(transport.requests.count == 2)
    #expect(transport.record.maximumRunningCountPerURL == 1)
  }

  @Test("A failure reaches all who share the work, each with its own URL")
  func failures() async throws {
    let gate = Gate()
    let transport = ScriptedTransport([url: [.gate(gate)] + .answer(404)])
    let pipeline = ImagePipeline.fake(transport)
    let tasks = [
      pipeline.task(for: try .made(url)), pipeline.task(for: try .made(url) { $0.options.pixelFormat = .gray8 }),
      pipeline.task(for: try .made(url) { $0.options.processors = [GrayscaleProcessor()] }),
    ]
    gate.open()
    for task in tasks {
      let error = try await failure { () async throws(ImageError) in try await task.image }
      #expect(error.code == .httpStatus && error.url == url)
    }
    #expect(transport.requests.count == 1)
  }

  @Test("What failed is asked for again by the next request")
  func again() async throws {
    let answers = AnswerList([.answer(503), .answer(chunks: [file])])
    let pipeline = ImagePipeline.fake(ScriptedTransport { _ in answers.next() })
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(for: url) }
    #expect(error.code == .httpStatus)
    #expect(try await pipeline.image(for: url).width == 4)
  }
}
