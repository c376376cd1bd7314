import Lazuli
import LazuliTestKit
import Testing

@Suite("Codecs to choose from")
struct CandidateTests {
  private func refusal(_ code: ImageError.Code, isOtherFormat: Bool) -> ScriptedProvider {
    let failure = DecoderFailure(error: ImageError(code, at: .header, "No"), isOtherFormat: isOtherFormat)
    return ScriptedProvider([.event(.failure(failure))])
  }

  private let file = DotsProvider.file(width: 4, height: 4)

  @Test("When one says that it is another format the next gets the bytes from the first on")
  func fallThrough() async throws {
    let first = refusal(.notAnImage, isOtherFormat: true)
    let transport = FakeTransport(["https://a.test/": .answer(chunks: [Array(file[..<8]), Array(file[8...])])])
    let image = try await ImagePipeline.fake(transport, decoders: [first, DotsProvider()]).image(for: "https://a.test/")
    #expect((0..<16).allSatisfy { image.pixels.byte(x: $0 % 4, y: $0 / 4) == $0 })
    #expect(first.record.calls.endedCount == 1)
  }

  @Test("A corrupt file is not handed from codec to codec")
  func corrupt() async throws {
    let second = ScriptedProvider(.still(.still(2, 2)))
    let pipeline = ImagePipeline.fake(decoders: [refusal(.corrupt, isOtherFormat: false), second])
    let file = file
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(from: file) }
    #expect(error.code == .corrupt)
    #expect(error.plugin == "test.scripted")
    #expect(second.record.calls.madeCount == 0)
  }

  @Test("When none is left the last one's answer stands")
  func noneLeft() async throws {
    let pipeline = ImagePipeline.fake(decoders: [refusal(.notAnImage, isOtherFormat: true)])
    let file = file
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(from: file) }
    #expect(error.code == .notAnImage)
  }

  @Test("What the codec before it said is the cause of the last one's answer")
  func cause() async throws {
    let decoders = [refusal(.notAnImage, isOtherFormat: true), refusal(.corrupt, isOtherFormat: false)]
    let file = file
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(decoders: decoders).image(from: file)
    }
    #expect(error.code == .corrupt)
    #expect((error.cause as? ImageError)?.code == .notAnImage)
  }

  @Test("A codec which wants its input whole may come behind one that does not")
  func mixed() async throws {
    let whole = ScriptedProvider(.still(.still(2, 2)), needsWholeInput: true)
    let transport = FakeTransport(["https://a.test/": .answer(chunks: file.map { [$0] })])
    let pipeline = ImagePipeline.fake(transport, decoders: [refusal(.notAnImage, isOtherFormat: true), whole])
    _ = try await pipeline.image(for: "https://a.test/")
    #expect(whole.record.calls.fed == file)
    #expect(whole.record.calls.feeds.count == 1)
    #expect(whole.record.calls.feeds.first?.isStable == true)
  }
}
