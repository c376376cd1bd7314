import Lazuli
import LazuliTestKit
import LazuliTestSupport
import Testing

@Suite("Encoding")
struct EncodingTests {
  private let file = DotsProvider.file(width: 4, height: 3)

  @Test("A file comes piece by piece, in the order of the calls")
  func still() async throws {
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(encoders: [encoder])
    let image = try await pipeline.image(from: file)
    let bytes = try await pipeline.encode(image, as: EncodeRequest("fake"))
    #expect(bytes == Array("bfre".utf8))
    #expect(encoder.record.calls.image?.width == 4)
    #expect(encoder.record.calls.image?.frameCount == 1)
  }

  @Test("An encoder gets a format that it takes, the one which loses least")
  func format() async throws {
    let encoder = FakeEncoderProvider(formats: [.gray16, .rgba8], writesAlpha: false)
    let pipeline = ImagePipeline.fake(encoders: [encoder])
    var options = ImageOptions()
    options.pixelFormat = nil
    let image = try await pipeline.image(from: file, options)
    _ = try await pipeline.encode(image, as: EncodeRequest("fake"))
    #expect(encoder.record.calls.pixels.first?.format == .gray16)
  }

  @Test("Where there is no alpha the background shines through")
  func background() async throws {
    let encoder = FakeEncoderProvider(formats: [.rgba8], writesAlpha: false)
    let clear = ScriptedProvider(.still(.still(2, 2), 0))
    let pipeline = ImagePipeline.fake(decoders: [clear], encoders: [encoder])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    var request = EncodeRequest("fake")
    request.background = RGBColor(red: 12, green: 34, blue: 56)
    _ = try await pipeline.encode(image, as: request)
    let pixels = try #require(encoder.record.calls.pixels.first)
    #expect(pixels.byte(x: 1, y: 1) == 12 && pixels.alpha(x: 1, y: 1) == 255)
  }

  @Test("An animation is written with its frames, where the format has such", arguments: [true, false])
  func animation(writesAnimations: Bool) async throws {
    var header = ImageHeader.still(2, 2)
    header.frameCount = nil
    header.isAnimated = true
    let canvas = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
    let end = ScriptedProvider.Step.event(.done(frameCount: 2, playCount: 5))
    let provider = TurnProvider([
      ScriptedProvider([.event(.header(header))] + .frame(0, canvas, 1) + [end]),
      ScriptedProvider([.event(.header(header))] + .frame(0, canvas, 1) + .frame(1, canvas, 2, delay: 7) + [end]),
    ])
    let encoder = FakeEncoderProvider(writesAnimations: writesAnimations)
    let pipeline = ImagePipeline.fake(decoders: [provider], encoders: [encoder])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    _ = try await pipeline.encode(image, as: EncodeRequest("fake"))
    let calls = encoder.record.calls
    #expect(calls.image?.frameCount == (writesAnimations ? 2 : 1))
    #expect(calls.pixels.map { $0.byte(x: 0, y: 0) } == (writesAnimations ? [1, 2] : [1]))
    #expect(!writesAnimations || calls.frames.last?.delay.numerator == 7)
    #expect(!writesAnimations || calls.image?.playCount == 5)
  }

  @Test("EXIF that is kept tells of upright pixels", arguments: [true, false])
  func exif(isLittleEndian: Bool) async throws {
    let stored: [UInt8] =
      isLittleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
      : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    script.insert(.event(.metadata(.exif(stored))), at: 0)
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(script)], encoders: [encoder])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    _ = try await pipeline.encode(image, as: EncodeRequest("fake"))
    let kept = try #require(encoder.record.calls.image?.exif)
    #expect(kept[18] == (isLittleEndian ? 1 : 0) && kept[19] == (isLittleEndian ? 0 : 1))
    var request = EncodeRequest("fake")
    request.keepsMetadata = false
    _ = try await pipeline.encode(image, as: request)
    #expect(encoder.record.calls.image?.exif == nil)
  }

  @Test("EXIF of any length passes", arguments: 0...26)
  func shortExif(count: Int) async throws {
    let exif: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    script.insert(.event(.metadata(.exif(Array(exif.prefix(count))))), at: 0)
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(script)], encoders: [encoder])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    _ = try await pipeline.encode(image, as: EncodeRequest("fake"))
    #expect(encoder.record.calls.image?.exif?.count == count)
  }

  @Test("What is said of colours gets into the file unless it is not wanted", arguments: [true, false])
  func colorProfile(keepsColorProfile: Bool) async throws {
    var header = ImageHeader.still(2, 2)
    header.color.iccProfile = try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/adobe-rgb.icc")
    header.color.gamma = 0.5
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(.still(header))], encoders: [encoder])
    var options = ImageOptions()
    options.colorSpace = .asStored
    let image = try await pipeline.image(from: [1, 2, 3, 4], options)
    var request = EncodeRequest("fake")
    request.keepsColorProfile = keepsColorProfile
    _ = try await pipeline.encode(image, as: request)
    #expect(encoder.record.calls.image?.color == (keepsColorProfile ? header.color : ColorInformation()))
  }

  @Test("A text of one's own stands for the image's under the same keyword")
  func texts() async throws {
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    script.insert(.event(.metadata(.text(keyword: "A", "kept"))), at: 0)
    script.insert(.event(.metadata(.text(keyword: "B", "with\0NUL"))), at: 1)
    let encoder = FakeEncoderProvider()
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(script)], encoders: [encoder])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    var request = EncodeRequest("fake")
    request.texts = [ImageText("A", "own")]
    _ = try await pipeline.encode(image, as: request)
    #expect(encoder.record.calls.image?.texts == [ImageText("A", "own"), ImageText("B", "withNUL")])
  }

  @Test("What writing throws ends the encoding")
  func writeFailure() async throws {
    let pipeline = ImagePipeline.fake(encoders: [FakeEncoderProvider()])
    let image = try await pipeline.image(from: file)
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.encode(image, as: EncodeRequest("fake")) { (_) throws(ImageError) in
        throw ImageError(.inputOutput, at: .write, "Disk full")
      }
    }
    #expect(error.code == .inputOutput)
  }

  @Test("Cancelling ends an encoder that has much to say")
  func cancelled() async throws {
    let busy = Signal()
    let pipeline = ImagePipeline.fake(encoders: [FakeEncoderProvider(endless: busy)])
    let image = try await pipeline.image(from: file)
    let task = Task { try await pipeline.encode(image, as: EncodeRequest("fake")) { (_) throws(ImageError) in } }
    await busy.wait()
    task.cancel()
    let error = await #expect(throws: ImageError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test("A format that nobody writes is an error of its own")
  func unknownFormat() async throws {
    let pipeline = ImagePipeline.fake()
    let image = try await pipeline.image(from: file)
    let error = try await failure { () async throws(ImageError) in
      try await pipeline.encode(image, as: EncodeRequest("none"))
    }
    #expect(error.code == .noPluginForFormat)
  }
}
