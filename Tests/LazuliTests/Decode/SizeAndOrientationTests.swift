import Lazuli
import LazuliTestKit
import LazuliTestSupport
import Testing

@Suite("Size, orientation and format")
struct SizeAndOrientationTests {
  private func provider(_ width: Int, _ height: Int, _ orientation: Orientation?, late: Bool = false)
    -> ScriptedProvider
  {
    var header = ImageHeader.still(width, height)
    header.orientation = late ? nil : orientation
    var script: [ScriptedProvider.Step] = .still(header)
    if late, let orientation {
      script.insert(.event(.metadata(.orientation(orientation))), at: script.count - 1)
    }
    return ScriptedProvider(script)
  }

  private func image(_ provider: any ImageDecoderProvider, _ options: ImageOptions) async throws -> DecodedImage {
    try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4], options)
  }

  @Test("An image is turned upright once, and its header tells the stored size")
  func upright() async throws {
    let image = try await image(provider(6, 4, .right), .init())
    #expect(image.width == 4 && image.height == 6)
    #expect(image.header.width == 6 && image.header.orientation == .right)
  }

  @Test("An orientation that comes behind the pixels counts")
  func late() async throws {
    let image = try await image(provider(6, 4, .left, late: true), .init())
    #expect(image.width == 4 && image.height == 6)
    #expect(image.metadata == [.orientation(.left)])
  }

  @Test("Who does not want it turned gets it as stored")
  func asStored() async throws {
    var options = ImageOptions()
    options.appliesOrientation = false
    let image = try await image(provider(6, 4, .right), options)
    #expect(image.width == 6 && image.height == 4)
  }

  @Test("A target size is that of the upright image", arguments: Orientation.allCases)
  func target(orientation: Orientation) async throws {
    let options = ImageOptions(fitting: ImageSize(width: 50, height: 1000))
    let image = try await image(provider(600, 400, orientation), options)
    let upright = ImageSize(width: 600, height: 400).oriented(orientation)
    #expect(image.width == 50)
    #expect(image.height == SizeFitting.fit(ImageSize(width: 50, height: 1000)).size(for: upright).height)
  }

  @Test("A target size never enlarges")
  func neverEnlarged() async throws {
    let image = try await image(provider(6, 4, nil), ImageOptions(fitting: ImageSize(width: 100, height: 100)))
    #expect(image.width == 6 && image.height == 4)
  }

  @Test("An image decoded at reduced size ends at exactly its target")
  func reduced() async throws {
    var header = ImageHeader.still(800, 600)
    header.scaleNumerators = [1, 2, 4]
    header.scaleDenominator = 8
    let frame = PixelRectangle(x: 0, y: 0, width: 200, height: 150)
    let script: [ScriptedProvider.Step] =
      [.event(.header(header))] + .frame(0, frame, 3) + [.event(.done(frameCount: 1, playCount: 1))]
    let provider = ScriptedProvider(script)
    let image = try await image(provider, ImageOptions(fitting: ImageSize(width: 80, height: 80)))
    #expect(provider.record.calls.configurations.first?.scaleNumerator == 2)
    #expect(image.width == 80 && image.height == 60)
  }

  @Test("A late profile belongs to the pixels")
  func lateProfile() async throws {
    let profile = try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/adobe-rgb.icc")
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    script.insert(.event(.metadata(.icc(profile))), at: script.count - 1)
    var options = ImageOptions()
    options.colorSpace = .asStored
    let image = try await image(ScriptedProvider(script), options)
    #expect(image.pixels.color.iccProfile == profile)
  }

  @Test("The caller's processors come last")
  func processors() async throws {
    var options = ImageOptions(fitting: ImageSize(width: 3, height: 3))
    options.processors = [OrientProcessor(.right)]
    options.pixelFormat = .gray8
    let image = try await image(provider(6, 4, nil), options)
    #expect(image.width == 2 && image.height == 3)
    #expect(image.pixels.format == .gray8)
  }
}
