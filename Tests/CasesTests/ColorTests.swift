import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("Colours of real files")
struct ColorTests {
  private let pipeline = ImagePipeline.built()

  @Test("What is sRGB comes as it is stored, bit for bit", arguments: ["png/pngsuite", "photos"])
  func unchanged(folder: String) async throws {
    guard let cases = Cases.folder(folder) else { return }
    var tally = Tally("\(folder), sRGB is not touched")
    for file in try cases.names() {
      for format in [PixelFormat.rgba8, nil] {
        var (options, stored) = (ImageOptions(), ImageOptions.storedColors)
        (options.pixelFormat, stored.pixelFormat) = (format, format)
        guard case .success(let image) = await pipeline.outcome(of: cases.url(file), options),
          [.sRGB, .untagged].contains(image.header.color.profile)
        else { continue }
        let expected = try await pipeline.image(for: cases.url(file), stored).pixels
        let isSame = image.pixels.packedBytes == expected.packedBytes && image.pixels.format == expected.format
        tally.add(file, isSame ? [] : ["is not as stored"])
      }
    }
    tally.finish()
  }

  @Test("Ink in JPEG goes through its profile")
  func ink() async throws {
    guard let cases = Cases.folder("jpeg/reftest") else { return }
    var tally = Tally("JPEG, ink with a profile")
    for file in try cases.names(endingWith: ".jpg") {
      guard case .success(let image) = await pipeline.outcome(of: cases.url(file), .init()),
        image.header.colorModel == .cmyk, image.header.color.iccProfile != nil
      else { continue }
      let stored = try await pipeline.image(for: cases.url(file), .formulaColors).pixels
      let isConverted = image.pixels.color == .sRGB && image.pixels.packedBytes != stored.packedBytes
      tally.add(file, isConverted || image.warnings.count > 0 ? [] : ["is not converted"])
    }
    tally.finish()
  }
}
