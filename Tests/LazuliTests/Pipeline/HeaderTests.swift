import Lazuli
import LazuliCore
import LazuliTestKit
import Testing

@Suite("What is known of an image from its header")
struct HeaderTests {
  private let bytes = [UInt8](repeating: 1, count: 100)

  @Test("Metadata ahead of the pixels belong to it, told before the header or behind it")
  func metadata() async throws {
    let profile = MetadataItem.icc([1, 2, 3])
    var steps = [ScriptedProvider.Step].still(.still(2, 2))
    steps.insert(.event(.metadata(profile)), at: 1)
    steps.insert(.event(.metadata(.orientation(.right))), at: 0)
    let information = try await header(of: ScriptedProvider(steps))
    #expect(information.header.color.iccProfile == [1, 2, 3])
    #expect(information.header.orientation == .right)
    #expect(information.metadata.count == 2)
  }

  @Test("No pixel memory is made for it")
  func noPixels() async throws {
    let provider = ScriptedProvider(.still(.still(2, 2)))
    _ = try await header(of: provider)
    #expect(provider.record.calls.surfaces.isEmpty)
  }

  @Test("Nothing is fed behind it")
  func noMoreInput() async throws {
    let provider = ScriptedProvider([.event(.header(.still(2, 2))), .event(.needInput), .event(.needInput)])
    _ = try await header(of: provider)
    #expect(provider.record.calls.feeds.count == 1)
  }

  @Test("What fails behind it takes nothing away")
  func laterFailure() async throws {
    let failure = DecoderFailure(error: ImageError(.corrupt, at: .decode, "Broken"))
    let provider = ScriptedProvider([.event(.header(.still(2, 2))), .event(.failure(failure))])
    #expect(try await header(of: provider).header.width == 2)
  }

  private func header(of provider: ScriptedProvider) async throws -> ImageInformation {
    try await ImagePipeline.fake(decoders: [provider]).header(from: bytes)
  }
}
