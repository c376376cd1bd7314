import Lazuli
import LazuliTestKit
import Testing

@Suite("Damaged images")
struct DamageTests {
  private let whole = PixelRectangle(x: 0, y: 0, width: 2, height: 4)

  /// Two good rows of four, then the failure.
  private func damaged(
    orientation: Orientation? = nil, isUsable: Bool = true, hasPasses: Bool = false
  ) -> ScriptedProvider {
    var header = ImageHeader.still(2, 4)
    header.orientation = orientation
    header.hasPasses = hasPasses
    let failure = DecoderFailure(error: ImageError(.corrupt, at: .decode, "Bad"), arePixelsUsable: isUsable)
    return ScriptedProvider([
      .event(.header(header)), .event(.frame(FrameInformation(index: 0, rectangle: whole))), .fill(0..<2, 9),
      .event(.failure(failure)),
    ])
  }

  private func fail(_ provider: ScriptedProvider) async throws -> ImageError {
    let pipeline = ImagePipeline.fake(decoders: [provider])
    return try await failure { () async throws(ImageError) in try await pipeline.image(from: [1, 2, 3, 4]) }
  }

  @Test("What was good is attached to the error, the rest is transparent")
  func partial() async throws {
    let error = try await fail(damaged())
    #expect(error.code == .corrupt)
    let pixels = try #require(error.partialImage).pixels
    #expect(pixels.byte(x: 1, y: 1) == 9)
    #expect(pixels.byte(x: 0, y: 2) == 0 && pixels.alpha(x: 1, y: 3) == 0)
  }

  @Test("Old pixels of reused memory are never shown")
  func reusedMemory() async throws {
    let stale = ScriptedProvider(.still(.still(200, 400), 255))
    let damage = DecoderFailure(error: ImageError(.corrupt, at: .decode, "Bad"), arePixelsUsable: true)
    let large = PixelRectangle(x: 0, y: 0, width: 200, height: 400)
    let fresh = ScriptedProvider([
      .event(.header(.still(200, 400))), .event(.frame(FrameInformation(index: 0, rectangle: large))),
      .fill(0..<2, 9), .event(.failure(damage)),
    ])
    let routing = FakeRouting(decoders: [TurnProvider([stale, fresh])])
    let pipeline = ImagePipeline(routing: routing)
    _ = try await pipeline.image(from: [1, 2, 3, 4])
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.image(from: [1, 2, 3, 4])
    }
    let pixels = try #require(error.partialImage).pixels
    #expect((2..<400).allSatisfy { pixels.byte(x: 5, y: $0) == 0 })
  }

  @Test("A partial image is turned upright and sized like a whole one")
  func oriented() async throws {
    let pixels = try #require(try await fail(damaged(orientation: .right)).partialImage).pixels
    #expect(pixels.width == 4 && pixels.height == 2)
    #expect(pixels.byte(x: 3, y: 0) == 9 && pixels.byte(x: 0, y: 0) == 0)
  }

  @Test("What is not worth showing is not attached")
  func unusable() async throws {
    #expect(try await fail(damaged(isUsable: false)).partialImage == nil)
  }

  @Test("Who allows incomplete images gets one")
  func allowed() async throws {
    var options = ImageOptions()
    options.allowsIncomplete = true
    let image = try await ImagePipeline.fake(decoders: [damaged()]).image(from: [1, 2, 3, 4], options)
    #expect(!image.isComplete && image.warnings.kept.count == 1)
    #expect(image.pixels.byte(x: 0, y: 0) == 9)
  }

  @Test("Damage behind a complete frame leaves that frame worth showing")
  func behindFrame() async throws {
    let failure = DecoderFailure(error: ImageError(.truncated, at: .decode, "Cut"), arePixelsUsable: true)
    let provider = ScriptedProvider(
      [.event(.header(.still(2, 4)))] + .frame(0, whole, 5) + [.event(.failure(failure))])
    let pixels = try #require(try await fail(provider).partialImage).pixels
    #expect(pixels.byte(x: 1, y: 3) == 5)
  }

  @Test("A truncated file says so")
  func truncated() async throws {
    let file = Array(DotsProvider.file(width: 4, height: 3).dropLast())
    let error = try await failure { () async throws(ImageError) in try await ImagePipeline.fake().image(from: file) }
    #expect(error.code == .truncated)
    #expect(error.partialImage?.pixels.byte(x: 3, y: 1) == 7)
  }

  @Test("Warnings do not fail a load, and say what they are about")
  func warnings() async throws {
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    let warning = DecoderFailure(error: ImageError(.corrupt, at: .decode, "Odd"))
    script.insert(.event(.warning(warning)), at: 1)
    let image = try await ImagePipeline.fake(decoders: [ScriptedProvider(script)]).image(from: [1, 2, 3, 4])
    #expect(image.warnings.kept.map(\.message) == ["Odd"] && image.isComplete)
    #expect(image.warnings.kept.first?.code == .corrupt)
  }
}
