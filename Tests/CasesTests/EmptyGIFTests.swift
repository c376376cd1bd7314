import EngineTestSupport
import Lazuli
import Testing

@Suite("GIF images with nothing in them")
struct EmptyGIFTests {
  /// A screen of 2 × 1, and an image's descriptor directly in front of the trailer.
  private func file(flags: UInt8) -> [UInt8] {
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 0, 0, 0, 0, flags] + [0x3B]
  }

  @Test(
    "A last image without data is transparent, also where a colour table was announced", arguments: [0, 0x80, 0x87])
  func noData(flags: UInt8) async throws {
    let image = try await ImagePipeline.built().image(from: file(flags: flags))
    #expect(image.width == 2 && image.height == 1 && image.isComplete)
    #expect(image.pixels.isFilled(with: [0, 0, 0, 0], within: [0, 0, 0, 0]))
    #expect(image.warnings.count > 0)
  }
}
