import Lazuli
import LazuliTestKit
import LazuliTestSupport
import Synchronization
import Testing

@Suite("Colours of decoded images")
struct ColorTests {
  /// A still image of one value, of a profile in Tests/Fixtures/color or of other colours.
  private func provider(
    _ format: PixelFormat = .rgba8, profile: String? = nil, _ color: ColorInformation = .init(), value: UInt8 = 100,
    formats: Set<PixelFormat>? = nil
  ) throws -> ScriptedProvider {
    var header = ImageHeader(width: 4, height: 3, nativeFormat: format, formats: formats)
    header.frameCount = 1
    header.bitsPerSample = format.bitsPerSample
    header.samplesPerPixel = format.samplesPerPixel
    header.color = color
    if let profile { header.color.iccProfile = try Self.profile(profile) }
    return ScriptedProvider(.still(header, value))
  }

  private static func profile(_ name: String) throws -> [UInt8] {
    try TestFile.bytes(at: "\(Cases.packageRoot)/Tests/Fixtures/color/\(name).icc")
  }

  private func image(
    _ provider: any ImageDecoderProvider, log: PipelineLog? = nil, _ change: (inout ImageOptions) -> Void = { _ in }
  ) async throws -> DecodedImage {
    var options = ImageOptions()
    change(&options)
    return try await ImagePipeline.fake(decoders: [provider], log: log).image(from: [1, 2, 3, 4], options)
  }

  private func firstPixel(_ image: DecodedImage) -> [Int] {
    Array(Samples(image.pixels).values.prefix(image.pixels.format.samplesPerPixel))
  }

  @Test("Colours become sRGB, and the pixels say so; the header says what the file does")
  func converted() async throws {
    let image = try await image(provider(profile: "gray-gamma"))
    #expect(image.warnings.count == 1)
    let swapped = try await self.image(provider(profile: "adobe-rgb"))
    #expect(firstPixel(swapped) == [100, 100, 100, 100])
    #expect(swapped.pixels.color == .sRGB && swapped.warnings.count == 0)
    #expect(swapped.header.color.iccProfile == (try Self.profile("adobe-rgb")))
  }

  @Test("As stored is as stored, with its profile")
  func asStored() async throws {
    let linear = {
      var color = ColorInformation()
      color.gamma = 1
      return color
    }()
    let stored = try await image(provider(.rgba8, linear)) { $0.colorSpace = .asStored }
    #expect(firstPixel(stored) == [100, 100, 100, 100] && stored.pixels.color.gamma == 1)
    let converted = try await image(provider(.rgba8, linear))
    #expect(firstPixel(converted) == [168, 168, 168, 100])
  }

  @Test("What is sRGB keeps its pixels and what is known of them, in its own memory")
  func sRGB() async throws {
    let untagged = try await image(provider())
    #expect(untagged.colorProfile == .untagged && firstPixel(untagged) == [100, 100, 100, 100])
    let tagged = try await image(provider(profile: "srgb-table"))
    #expect(firstPixel(tagged) == [100, 100, 100, 100])
    #expect(tagged.pixels.color.iccProfile == (try Self.profile("srgb-table")))
  }

  @Test("Display P3 is delivered when it is asked for, with a profile to write")
  func displayP3() async throws {
    let image = try await image(provider()) { $0.colorSpace = .displayP3 }
    #expect(image.colorProfile == .displayP3)
    #expect(ICCProfile(image.pixels.color.iccProfile ?? []).name == "Display P3")
  }

  @Test("16 bits are kept where they are asked for, and used where 8 are")
  func deep() async throws {
    let linear = {
      var color = ColorInformation()
      color.gamma = 1
      return color
    }()
    for format in [PixelFormat.rgba16, nil, .rgba8] {
      let provider = try provider(.rgba16, linear, value: 1, formats: [.rgba8, .rgba16])
      let image = try await image(provider) { $0.pixelFormat = format }
      #expect(provider.record.calls.surfaces.first??.format == .rgba16)
      #expect(image.pixels.format == format ?? .rgba16)
      #expect(firstPixel(image).first == (format == .rgba8 ? 13 : 3266))
    }
  }

  @Test("In 16 bits size and colours of 8 bits are computed in 16, of stills and of frames", arguments: [1, 2])
  func widened(frameCount: Int) async throws {
    var header = ImageHeader(width: 2, height: 2, nativeFormat: .gray8)
    (header.frameCount, header.isAnimated, header.hasRowsInOrder) = (frameCount, frameCount > 1, true)
    let whole = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
    func provider() -> ScriptedProvider {
      ScriptedProvider([
        .event(.header(header)), .event(.frame(FrameInformation(index: 0, rectangle: whole))), .fill(0..<1, 255),
        .fill(1..<2, 100), .event(.frameDone(index: 0)), .event(.done(frameCount: frameCount, playCount: 1)),
      ])
    }
    let narrow = provider()
    let small = try await image(narrow) {
      ($0.pixelFormat, $0.targetSize) = (.rgba16, .exact(ImageSize(width: 1, height: 1)))
      $0.onlyFirstFrame = true
    }
    #expect(narrow.record.calls.surfaces.first??.format == .gray8)
    // 177.5 of 255, which 8 bits have no value for.
    #expect(abs(Double(firstPixel(small)[0]) - 177.5 * 257) <= 1 && small.pixels.format == .rgba16)
    header.color.gamma = 1
    let light = try await image(provider()) { ($0.pixelFormat, $0.onlyFirstFrame) = (.rgba16, true) }
    let samples = Samples(light.pixels).values
    // 100/255 in the encoding of sRGB.
    #expect(samples[0] == 65535 && samples.contains { abs($0 - 43_205) <= 2 }, "\(samples)")
  }

  @Test("Without anything to convert no more is decoded than is asked for")
  func shallow() async throws {
    let provider = try provider(.rgba16, formats: [.rgba8, .rgba16])
    _ = try await image(provider)
    #expect(provider.record.calls.surfaces.first??.format == .rgba8)
  }

  @Test("A profile that is none, or for other samples, is a warning, and in the log")
  func broken() async throws {
    let seen = Mutex<[String]>([])
    let log = PipelineLog(from: .info) { entry in seen.withLock { $0.append(entry.message) } }
    var color = ColorInformation()
    color.iccProfile = [1, 2, 3]
    let image = try await image(provider(.rgba8, color), log: log)
    #expect(firstPixel(image) == [100, 100, 100, 100] && image.warnings.count == 1)
    #expect(image.colorProfile == .untagged)
    #expect(seen.withLock { $0 } == ["The colours are taken as sRGB: its ICC profile is none, or of unknown colours"])
    let gray = try await self.image(provider(.gray8, profile: "swapped"))
    #expect(firstPixel(gray) == [100, 100, 100, 255] && gray.warnings.count == 1)
  }

  @Test("A broken profile is not kept as stored either, and a header tells of it")
  func brokenAsStored() async throws {
    var color = ColorInformation()
    color.iccProfile = [1, 2, 3]
    let stored = try await image(provider(.rgba8, color)) { $0.colorSpace = .asStored }
    #expect(stored.pixels.color.iccProfile == nil && firstPixel(stored) == [100, 100, 100, 100])
    #expect(stored.warnings.kept.map(\.message).first?.hasPrefix("The colours are taken as sRGB") == true)
    let pipeline = ImagePipeline.fake(decoders: [try provider(.cmyk8, color)])
    let header = try await pipeline.header(from: [1, 2, 3, 4])
    #expect(header.warnings.kept.map(\.message).first?.hasPrefix("The ink is taken to have no profile") == true)
  }

  @Test("Ink that is wanted as stored in a format without ink goes through its profile, and that is said")
  func inkAsStored() async throws {
    let formats: Set<PixelFormat> = [.cmyk8, .rgba8]
    let kept = try await image(provider(.cmyk8, profile: "cmyk", formats: formats)) { $0.colorSpace = .asStored }
    let converted = try await image(provider(.cmyk8, profile: "cmyk", formats: formats))
    #expect(firstPixel(kept) == firstPixel(converted) && kept.pixels.color == .sRGB)
    #expect(kept.warnings.kept.map(\.message).first?.contains("by its profile") == true)
    #expect(converted.warnings.count == 0)
    let plain = try await image(provider(.cmyk8, formats: formats)) { $0.colorSpace = .asStored }
    #expect(plain.warnings.kept.map(\.message).first?.contains("by a formula") == true)
    let stored = try await image(provider(.cmyk8, profile: "cmyk", formats: formats)) {
      ($0.colorSpace, $0.pixelFormat) = (.asStored, nil)
    }
    #expect(stored.pixels.format == .cmyk8 && stored.warnings.count == 0 && stored.pixels.color.iccProfile != nil)
  }

  @Test("Ink goes through its profile, and by the formula without one; a broken one changes nothing of that")
  func ink() async throws {
    var inverted = ColorInformation()
    inverted.hasInvertedCMYK = true
    let formats: Set<PixelFormat> = [.cmyk8, .rgba8]
    let profiled = try provider(.cmyk8, profile: "cmyk", formats: formats)
    let image = try await image(profiled)
    #expect(profiled.record.calls.surfaces.first??.format == .cmyk8)
    #expect(image.pixels.format == .rgba8 && image.pixels.color == .sRGB)
    #expect(firstPixel(image) != [40, 40, 40, 255])
    var broken = inverted
    broken.iccProfile = [1, 2, 3]
    for color in [inverted, broken] {
      let plain = try await self.image(provider(.cmyk8, color))
      #expect(firstPixel(plain) == [39, 39, 39, 255] && plain.pixels.color.iccProfile == nil)
      #expect(plain.warnings.count == (color == broken ? 1 : 0))
    }
    let kept = try await self.image(provider(.cmyk8, profile: "cmyk")) { $0.pixelFormat = .cmyk8 }
    #expect(firstPixel(kept) == [100, 100, 100, 100] && kept.pixels.color.iccProfile != nil)
  }

  @Test("Colours are converted before the caller's processors, in the target size")
  func order() async throws {
    let witness = Witness()
    _ = try await image(provider(profile: "swapped")) {
      $0.targetSize = .fit(ImageSize(width: 2, height: 2))
      $0.processors = [witness]
    }
    #expect(witness.seen.map(\.width) == [2] && witness.seen.map(\.color) == [.sRGB])
  }

  @Test("In linear light the light of the file's own colours is mixed, ink's too")
  func light() async throws {
    var header = ImageHeader(width: 2, height: 2, nativeFormat: .gray8)
    header.color.gamma = 1
    let whole = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
    let fills: [ScriptedProvider.Step] = [
      .event(.header(header)), .event(.frame(FrameInformation(index: 0, rectangle: whole))), .fill(0..<1, 255),
      .fill(1..<2, 1), .event(.frameDone(index: 0)), .event(.done(frameCount: 1, playCount: 1)),
    ]
    func change(_ options: inout ImageOptions) {
      options.targetSize = .exact(ImageSize(width: 1, height: 1))
      options.resizing.isInLinearLight = true
    }
    // Half of the light, in the encoding of sRGB.
    #expect(try await firstPixel(image(ScriptedProvider(fills), change)) == [188, 188, 188, 255])
    let formats: Set<PixelFormat> = [.cmyk8, .rgba8]
    let ink = try provider(.cmyk8, profile: "cmyk", formats: formats)
    let full = try await image(ink)
    let small = try await image(ink, change)
    #expect(small.pixels.width == 1 && firstPixel(small) == firstPixel(full))
    for format in [PixelFormat.rgba8, .rgba16] {
      let plain = try await image(provider(.cmyk8, formats: formats)) { options in
        change(&options)
        options.pixelFormat = format
      }
      #expect(plain.pixels.format == format && plain.pixels.width == 1)
    }
  }

  @Test("The frames of an animation are converted too")
  func frames() async throws {
    var header = ImageHeader.still(2, 2)
    header.frameCount = 2
    header.isAnimated = true
    header.color.gamma = 1
    let canvas = PixelRectangle(x: 0, y: 0, width: 2, height: 2)
    let provider = ScriptedProvider(
      [.event(.header(header))] + .frame(0, canvas, 100) + .frame(1, canvas, 255)
        + [.event(.done(frameCount: 2, playCount: 1))])
    let pass = try #require(try await image(provider).frames).makePass()
    var values: [UInt8] = []
    while let frame = try await pass.next() {
      values.append(frame.pixels.byte(x: 0, y: 0))
      #expect(frame.pixels.color == .sRGB)
    }
    #expect(values == [168, 255])
  }

  @Test("A file is given a profile of its own samples, of the same meaning")
  func encoded() async throws {
    let encoder = FakeEncoderProvider(formats: [.rgba8])
    let decoder = try provider(.gray8, profile: "gray-gamma")
    let pipeline = ImagePipeline.fake(decoders: [decoder], encoders: [encoder])
    var options = ImageOptions()
    options.colorSpace = .asStored
    let image = try await pipeline.image(from: [1, 2, 3, 4], options)
    _ = try await pipeline.encode(image, as: EncodeRequest("fake"))
    let written = try #require(encoder.record.calls.image?.color.iccProfile)
    #expect(ICCProfile(written).colorModel == .rgb)
  }
}

/// Remembers the pixels that pass it.
private final class Witness: ImageProcessor {
  private let state = Mutex<[PixelBuffer]>([])
  var seen: [PixelBuffer] { state.withLock { $0 } }
  var identity: String { "witness" }

  func process(_ pixels: PixelBuffer, pool: PixelBufferPool) throws(ImageError) -> PixelBuffer {
    state.withLock { $0.append(pixels) }
    return pixels
  }
}
