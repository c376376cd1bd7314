import Lazuli
import LazuliTestKit
import LazuliTestSupport
import Testing

@Suite("What a format has no place for")
struct LossTests {
  private func encoded(
    _ script: [ScriptedProvider.Step], in vocabulary: EncoderVocabulary, _ space: OutputColorSpace = .asStored,
    _ change: (inout EncodeRequest) -> Void = { _ in }
  ) async throws -> (calls: FakeEncoderProvider.Calls, warnings: [String]) {
    var encoder = FakeEncoderProvider(writesAnimations: false)
    encoder.vocabulary = vocabulary
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(script)], encoders: [encoder])
    var options = ImageOptions()
    options.colorSpace = space
    let image = try await pipeline.image(from: [1, 2, 3, 4], options)
    var request = EncodeRequest("fake")
    change(&request)
    let warnings = try await pipeline.encode(image, as: request) { (_) throws(ImageError) in }
    return (encoder.record.calls, warnings.kept.map(\.message))
  }

  private func linear(_ value: UInt8 = 100) -> [ScriptedProvider.Step] {
    var header = ImageHeader.still(2, 2)
    header.color.gamma = 1
    return .still(header, value)
  }

  @Test("Colours that it cannot tell of are converted, and that is said")
  func colors() async throws {
    let (calls, warnings) = try await encoded(linear(), in: [])
    #expect(calls.pixels.first?.byte(x: 0, y: 0) == 168 && calls.image?.color == ColorInformation())
    #expect(warnings == ["The colours (gamma 1.0) are converted to sRGB: the file cannot say what they are"])
    let p3 = try await encoded(linear(), in: [.exif], .displayP3)
    #expect(p3.calls.pixels.first?.byte(x: 0, y: 0) == 168 && p3.warnings.count == 1)
  }

  @Test("Colours that it can tell of stay, in the words that it has")
  func words() async throws {
    for vocabulary in [EncoderVocabulary.calibration, .iccProfile] {
      let (calls, warnings) = try await encoded(linear(), in: vocabulary)
      #expect(calls.pixels.first?.byte(x: 0, y: 0) == 100 && warnings.isEmpty)
      #expect((calls.image?.color.gamma == 1) == (vocabulary == .calibration))
      #expect((calls.image?.color.iccProfile == nil) == (vocabulary == .calibration))
    }
  }

  @Test("Who wants no word of colours in the file gets none, and pixels as they are")
  func unwanted() async throws {
    let (calls, warnings) = try await encoded(linear(), in: []) { $0.keepsColorProfile = false }
    #expect(calls.pixels.first?.byte(x: 0, y: 0) == 100 && warnings.isEmpty)
  }

  @Test("Ink becomes colour by its profile, and that is said")
  func ink() async throws {
    var header = ImageHeader(width: 2, height: 2, nativeFormat: .cmyk8)
    header.color.iccProfile = try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/cmyk.icc")
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(.still(header, 100))], encoders: [encoder])
    var options = ImageOptions()
    (options.colorSpace, options.pixelFormat) = (.asStored, nil)
    let image = try await pipeline.image(from: [1, 2, 3, 4], options)
    let warnings = try await pipeline.encode(image, as: EncodeRequest("fake")) { (_) throws(ImageError) in }
    let plain = try await pipeline.image(from: [1, 2, 3, 4])
    let written = try #require(encoder.record.calls.pixels.first)
    #expect(written.byte(x: 0, y: 0) == plain.pixels.byte(x: 0, y: 0))
    #expect(warnings.kept.map(\.message).first?.contains("are converted to sRGB") == true)
  }

  @Test("Metadata and frames that get lost are named, unless they are not wanted", arguments: [true, false])
  func metadata(isWanted: Bool) async throws {
    var header = ImageHeader.still(2, 2)
    (header.isAnimated, header.frameCount) = (true, 1)
    var script: [ScriptedProvider.Step] = .still(header)
    script.insert(.event(.metadata(.exif([1]))), at: 1)
    script.insert(.event(.metadata(.text(keyword: "A", "b"))), at: 1)
    let (_, warnings) = try await encoded(script, in: [.iccProfile]) {
      $0.keepsMetadata = isWanted
      $0.onlyFirstFrame = !isWanted
    }
    let wanted = [
      "Of the animation only the first frame is written: fake has no animations",
      "EXIF of the image is left out: fake has no place for it",
      "Text of the image is left out: fake has no place for it",
    ]
    #expect(warnings == (isWanted ? wanted : []))
  }
}
