import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("An fcTL of another size than the image")
struct DisputedSizeTests {
  private let pipeline = ImagePipeline.built()

  private func animation(imageHeight: Int) -> [UInt8] {
    var file = TinyPNG(width: 8, height: 8)
    file.addAnimation(frameCount: 1)
    file.addFrame(sequence: 0, width: 8, height: 4)
    file.add("IDAT", TinyPNG.data(width: 8, height: imageHeight, of: [255, 0, 0, 255]))
    file.add("IEND", [])
    return file.bytes
  }

  @Test("Image data which is not what IHDR says is an error without pixels, whatever is allowed")
  func otherSize() async {
    var options = ImageOptions.storedColors
    options.allowsIncomplete = true
    let outcome = await pipeline.outcome(of: animation(imageHeight: 4), options)
    guard case .failure(let error) = outcome else {
      Issue.record("Nothing was thrown")
      return
    }
    #expect(error.code == .corrupt)
    #expect(error.partialImage == nil)
  }

  @Test("Image data which is what IHDR says is a still image")
  func sameSize() async throws {
    let image = try await pipeline.image(from: animation(imageHeight: 8))
    #expect(image.frames == nil)
    #expect(image.warnings.count > 0)
    #expect(image.pixels.isFilled(with: [255, 0, 0, 255], within: [0, 0, 0, 0]))
  }
}
