import Lazuli
import LazuliTestKit
import Testing

@Suite("Loading an image")
struct LoadingTests {
  private let file = DotsProvider.file(width: 4, height: 3)

  @Test("A URL becomes upright pixels in the format asked for")
  func load() async throws {
    let transport = FakeTransport(["https://a.test/x.dots": .answer(length: file.count, chunks: [file])])
    let image = try await ImagePipeline.fake(transport).image(for: "https://a.test/x.dots")
    #expect(image.width == 4 && image.height == 3)
    #expect(image.format == "dots")
    #expect(image.isComplete)
    #expect(image.pixels.format == .rgba8)
    #expect((0..<12).allSatisfy { image.pixels.byte(x: $0 % 4, y: $0 / 4) == $0 })
    #expect(image.frames == nil)
  }

  @Test("A body may come in pieces of any size", arguments: [1, 2, 5, 7, 18])
  func pieces(size: Int) async throws {
    let chunks = stride(from: 0, to: file.count, by: size).map { Array(file[$0..<min($0 + size, file.count)]) }
    let transport = FakeTransport(["https://a.test/": .answer(chunks: chunks)])
    let image = try await ImagePipeline.fake(transport).image(for: "https://a.test/")
    #expect(image.pixels.byte(x: 3, y: 2) == 11)
  }

  @Test("A codec which wants its input whole is given it in one piece")
  func wholeInput() async throws {
    let chunks = file.map { [$0] }
    let transport = FakeTransport(["https://a.test/": .answer(chunks: chunks)])
    let pipeline = ImagePipeline.fake(transport, decoders: [DotsProvider(needsWholeInput: true)])
    let image = try await pipeline.image(for: "https://a.test/")
    #expect(image.pixels.byte(x: 3, y: 2) == 11)
  }

  @Test("A file of one piece is given to its decoder as a whole at rest")
  func restingInput() async throws {
    let provider = ScriptedProvider(.still(.still(2, 2)))
    let transport = FakeTransport(["file:///x": .answer(nil, length: 100, chunks: [[UInt8](repeating: 1, count: 100)])])
    _ = try await ImagePipeline.fake(transport, decoders: [provider]).image(for: "file:///x")
    let feed = try #require(provider.record.calls.feeds.first)
    #expect(feed == (count: 100, isFinal: true, isStable: true))
  }

  @Test("Bytes at hand are decoded without a transport")
  func bytes() async throws {
    let image = try await ImagePipeline.fake().image(from: file)
    #expect(image.pixels.byte(x: 2, y: 1) == 6)
  }

  @Test("Native pixels are those that the file stores")
  func native() async throws {
    var options = ImageOptions()
    options.pixelFormat = nil
    let image = try await ImagePipeline.fake().image(from: file, options)
    #expect(image.pixels.format == .gray8)
  }

  @Test("Two pipelines with different settings live side by side")
  func sideBySide() async throws {
    var strict = PipelineSettings()
    strict.limits.maximumSide = 3
    let careful = ImagePipeline.fake(settings: strict)
    let easy = ImagePipeline.fake()
    async let refused = failure { () async throws(ImageError) in try await careful.image(from: file) }
    async let taken = easy.image(from: file)
    #expect(try await taken.width == 4)
    #expect(try await refused.limit == .side)
  }

  @Test("An image can be had many times at once")
  func many() async throws {
    let pipeline = ImagePipeline.fake()
    let file = file
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<100 { group.addTask { try await pipeline.image(from: file).width } }
      for try await width in group { #expect(width == 4) }
    }
  }

  @Test("A pipeline may go while its last load is still under way")
  func lastReference() async throws {
    let image = try await ImagePipeline.fake().image(from: file)
    #expect(image.width == 4)
  }
}
