import Lazuli
import LazuliTestKit
import Testing

@Suite("Limits")
struct LimitTests {
  private func load(
    _ provider: ScriptedProvider, _ options: ImageOptions = .init(), _ change: (inout DecodingLimits) -> Void = { _ in }
  ) async throws -> ImageError {
    var settings = PipelineSettings()
    change(&settings.limits)
    let pipeline = ImagePipeline.fake(decoders: [provider], settings: settings)
    return try await failure { () async throws(ImageError) in try await pipeline.image(from: [1, 2, 3, 4], options) }
  }

  @Test("A header that asks for too much never gets memory")
  func beforeMemory() async throws {
    let provider = ScriptedProvider(.still(.still(30_000, 30_000)))
    let error = try await load(provider)
    #expect(error.code == .limitExceeded && error.limit == .decodedPixels)
    #expect(provider.record.calls.surfaces.isEmpty)
    #expect(provider.record.calls.configurations.isEmpty)
  }

  @Test("A side beyond the limit is refused")
  func side() async throws {
    #expect(try await load(ScriptedProvider(.still(.still(70_000, 1)))).limit == .side)
  }

  @Test("Sides whose product overflows are refused, also without limits on sides")
  func overflow() async throws {
    let provider = ScriptedProvider(.still(.still(.max / 2, .max / 2)))
    let error = try await load(provider) { $0.maximumSide = nil }
    #expect(error.limit == .sourcePixels)
    #expect(provider.record.calls.surfaces.isEmpty)
  }

  @Test("Bytes count as well as pixels")
  func bytes() async throws {
    let provider = ScriptedProvider(.still(.still(100, 100)))
    #expect(try await load(provider) { $0.maximumDecodedByteCount = 39_999 }.limit == .decodedBytes)
  }

  @Test("A frame larger than the header said is refused before its memory exists")
  func lyingFrame() async throws {
    let huge = PixelRectangle(x: 0, y: 0, width: 30_000, height: 30_000)
    let provider = ScriptedProvider([.event(.header(.still(10, 10)))] + .frame(0, huge, 1))
    #expect(try await load(provider).limit == .decodedPixels)
    #expect(provider.record.calls.surfaces.isEmpty)
  }

  @Test("A size to be made is held to the limits before a row is decoded")
  func targetSize() async throws {
    let provider = ScriptedProvider(.still(.still(2, 2)))
    var options = ImageOptions()
    options.targetSize = .exact(ImageSize(width: 60_000, height: 60_000))
    let error = try await load(provider, options)
    #expect(error.code == .limitExceeded && error.limit == .decodedPixels && error.stage == .process)
    #expect(provider.record.calls.surfaces.isEmpty)
  }

  @Test("What processors make is held to the limits, the pipeline's and the request's own", arguments: [true, false])
  func processors(ownLimits: Bool) async throws {
    var options = ImageOptions()
    options.processors = [PadProcessor(.edges(top: 0, left: 0, bottom: 0, right: 100))]
    if ownLimits {
      options.limits = DecodingLimits()
      options.limits?.maximumDecodedPixels = 100
    }
    let error = try await load(ScriptedProvider(.still(.still(2, 2))), options) {
      if !ownLimits { $0.maximumDecodedPixels = 100 }
    }
    #expect(error.code == .limitExceeded && error.limit == .decodedPixels && error.stage == .process)
  }

  @Test("Frames are counted")
  func frames() async throws {
    var header = ImageHeader.still(2, 2)
    header.frameCount = 3000
    header.isAnimated = true
    #expect(try await load(ScriptedProvider([.event(.header(header))])).limit == .frames)
  }

  @Test("Passes are counted")
  func passes() async throws {
    let frame = FrameInformation(index: 0, rectangle: PixelRectangle(x: 0, y: 0, width: 2, height: 2))
    let provider = ScriptedProvider([
      .event(.header(.still(2, 2))), .event(.frame(frame)), .event(.passDone(pass: 64, of: nil)),
    ])
    #expect(try await load(provider).limit == .passes)
  }

  @Test("Metadata beyond the limit are left out and count as an oddity")
  func metadata() async throws {
    var script: [ScriptedProvider.Step] = .still(.still(2, 2))
    script.insert(.event(.metadata(.exif([UInt8](repeating: 0, count: 2000)))), at: 1)
    script.insert(.event(.metadata(.xmp([1]))), at: 0)
    var settings = PipelineSettings()
    settings.limits.maximumMetadataByteCount = 1000
    let image = try await ImagePipeline.fake(decoders: [ScriptedProvider(script)], settings: settings)
      .image(from: [1, 2, 3, 4])
    #expect(image.metadata == [.xmp([1])])
    #expect(image.warnings.count == 1)
  }

  @Test("Encoded bytes beyond the limit are refused at once")
  func encodedBytes() async throws {
    #expect(try await load(ScriptedProvider([])) { $0.maximumEncodedByteCount = 3 }.limit == .encodedBytes)
  }

  @Test("A decoder that does not come to an end runs out of time")
  func time() async throws {
    #expect(try await load(ScriptedProvider([])) { $0.maximumDecodingTime = .milliseconds(1) }.limit == .seconds)
  }

  @Test("A request lowers limits and never raises them")
  func lowering() async throws {
    var options = ImageOptions()
    options.limits = DecodingLimits()
    options.limits?.maximumSide = 1_000_000
    let wide = ScriptedProvider(.still(.still(20, 20)))
    #expect(try await load(wide, options) { $0.maximumSide = 10 }.limit == .side)
    options.limits?.maximumSide = 5
    #expect(try await load(wide, options) { $0.maximumSide = nil }.limit == .side)
  }
}
