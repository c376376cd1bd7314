import Lazuli
import LazuliTestKit
import Testing

@Suite("Windows instead of canvases")
struct WindowTests {
  /// A decoder that gives its rows in order, eight at a time.
  private func provider(
    _ width: Int, _ height: Int, orientation: Orientation? = nil, late: Orientation? = nil, rowCount: Int? = nil
  ) -> ScriptedProvider {
    var header = ImageHeader.still(width, height)
    header.hasRowsInOrder = true
    header.orientation = orientation
    let frame = FrameInformation(index: 0, rectangle: PixelRectangle(x: 0, y: 0, width: width, height: height))
    var script: [ScriptedProvider.Step] = [.event(.header(header)), .event(.frame(frame))]
    for first in stride(from: 0, to: rowCount ?? height, by: 8) {
      script.append(.fill(first..<min(first + 8, height), UInt8(truncatingIfNeeded: first)))
    }
    guard rowCount == nil else {
      let error = ImageError(.truncated, at: .decode, "The file ends")
      return ScriptedProvider(script + [.event(.failure(DecoderFailure(error: error, arePixelsUsable: true)))])
    }
    if let late { script.append(.event(.metadata(.orientation(late)))) }
    return ScriptedProvider(script + [.event(.frameDone(index: 0)), .event(.done(frameCount: 1, playCount: 1))])
  }

  private func image(
    _ provider: ScriptedProvider, _ options: ImageOptions, settings: PipelineSettings = .init()
  ) async throws -> DecodedImage {
    try await ImagePipeline.fake(decoders: [provider], settings: settings).image(from: [1, 2, 3, 4], options)
  }

  private let thumbnail = ImageOptions(fitting: ImageSize(width: 100, height: 100))

  @Test("A decoder whose rows come in order is given a few rows where a target size is wanted")
  func window() async throws {
    let provider = provider(1000, 2000)
    let image = try await image(provider, thumbnail)
    let surface = try #require(provider.record.calls.surfaces[0])
    #expect(surface.width == 1000 && surface.height < 100)
    #expect(image.width == 50 && image.height == 100)
    #expect(image.pixels.byte(x: 0, y: 0) < image.pixels.byte(x: 0, y: 5))
  }

  @Test("Without a target size, or with one that changes nothing, there is a canvas")
  func canvas() async throws {
    for options in [ImageOptions(), ImageOptions(fitting: ImageSize(width: 5000, height: 5000))] {
      let provider = provider(1000, 2000)
      let image = try await image(provider, options)
      #expect(provider.record.calls.surfaces[0]?.height == 2000)
      #expect(image.height == 2000)
    }
  }

  @Test("Limits on what is decoded do not bind where next to nothing of it is held; without a window they do")
  func limits() async throws {
    var settings = PipelineSettings()
    settings.limits.maximumDecodedPixels = 1_000_000
    #expect(try await image(provider(1000, 2000), thumbnail, settings: settings).height == 100)
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(decoders: [self.provider(1000, 2000)], settings: settings).image(from: [1, 2, 3, 4])
    }
    #expect(error.limit == .decodedPixels)
  }

  @Test("Rows that never came are transparent")
  func incomplete() async throws {
    var options = thumbnail
    options.allowsIncomplete = true
    let image = try await image(provider(1000, 2000, rowCount: 1000), options)
    #expect(!image.isComplete)
    #expect(image.pixels.alpha(x: 0, y: 40) != 0 && image.pixels.alpha(x: 0, y: 60) == 0)
  }

  @Test("An orientation that comes behind the pixels gets its own size", arguments: Orientation.allCases)
  func lateOrientation(orientation: Orientation) async throws {
    let box = ImageSize(width: 100, height: 30)
    let provider = provider(300, 2000, late: orientation)
    let image = try await image(provider, ImageOptions(fitting: box))
    let known = try await self.image(self.provider(300, 2000, orientation: orientation), ImageOptions(fitting: box))
    #expect(try #require(provider.record.calls.surfaces[0]).height < 2000)
    #expect(image.width == known.width && image.height == known.height)
    #expect(image.pixels.byte(x: 2, y: 2) == known.pixels.byte(x: 2, y: 2))
  }

  @Test("The part that gravity keeps is that of the upright image", arguments: Orientation.allCases)
  func gravity(orientation: Orientation) async throws {
    var options = ImageOptions()
    options.targetSize = .fill(ImageSize(width: 40, height: 40))
    let whole = try await image(provider(400, 800, orientation: orientation), options)
    options.resizing.gravity = .topLeft
    let part = try await image(provider(400, 800, orientation: orientation), options)
    #expect(part.width == 40 && part.height == 40)
    for place in [0, 20, 39] {
      #expect(part.pixels.byte(x: place, y: place) == whole.pixels.byte(x: place, y: place))
    }
  }
}
