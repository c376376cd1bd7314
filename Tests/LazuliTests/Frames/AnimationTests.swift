import Lazuli
import LazuliTestKit
import Testing

@Suite("Animations")
struct AnimationTests {
  private let canvas = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
  private let corner = PixelRectangle(x: 2, y: 2, width: 2, height: 2)

  private func header(count: Int? = 3) -> ImageHeader {
    var header = ImageHeader.still(4, 4)
    header.frameCount = count
    header.isAnimated = true
    header.playCount = 0
    return header
  }

  /// The first pass sees one frame, as a decoder that was asked for one tells; the next sees all.
  private func animation(_ header: ImageHeader, _ frames: [ScriptedProvider.Step]) -> TurnProvider {
    let end = ScriptedProvider.Step.event(.done(frameCount: 3, playCount: 0))
    return TurnProvider([
      ScriptedProvider([.event(.header(header))] + Array(frames.prefix(3)) + [end]),
      ScriptedProvider([.event(.header(header))] + frames + [end]),
    ])
  }

  private func all(_ frames: any ImageFrames) async throws -> [ImageFrame] {
    let pass = frames.makePass()
    var all: [ImageFrame] = []
    while let frame = try await pass.next() { all.append(frame) }
    return all
  }

  private var frames: [ScriptedProvider.Step] {
    .frame(0, canvas, 255) + .frame(1, corner, 100, delay: 0, disposal: .background) + .frame(2, corner, 50)
  }

  @Test("Frames are composed onto their canvas, one at a time")
  func composed() async throws {
    let pipeline = ImagePipeline.fake(decoders: [animation(header(), frames)])
    let image = try await pipeline.image(from: [1, 2, 3, 4])
    #expect(image.pixels.byte(x: 3, y: 3) == 255)
    let frames = try #require(image.frames)
    #expect(frames.count == 3 && frames.playCount == 0)
    let all = try await all(frames)
    #expect(all.map(\.index) == [0, 1, 2])
    #expect(all.map { $0.pixels.byte(x: 3, y: 3) } == [255, 100, 50])
    #expect(all.allSatisfy { $0.pixels.byte(x: 0, y: 0) == 255 })
    #expect(all[1].delay.playedDuration == .milliseconds(100))
  }

  @Test("Who allows incomplete images gets the frames that are there, and a part of the last", arguments: [0, 2])
  func incomplete(wholeFrameCount: Int) async throws {
    let failure = DecoderFailure(error: ImageError(.truncated, at: .decode, "Cut"), arePixelsUsable: true)
    let part: [ScriptedProvider.Step] = [
      .event(.frame(FrameInformation(index: wholeFrameCount, rectangle: canvas))), .fill(0..<2, 9),
      .event(.failure(failure)),
    ]
    let script = [.event(.header(header()))] + frames.prefix(wholeFrameCount * 3) + part
    let pipeline = ImagePipeline.fake(decoders: [ScriptedProvider(script)])
    var options = ImageOptions()
    options.allowsIncomplete = true
    let image = try await pipeline.image(from: [1, 2, 3, 4], options)
    let frames = try #require(image.frames)
    #expect(frames.count == nil)
    let all = try await all(frames)
    #expect(all.count == wholeFrameCount + 1 && all.last?.pixels.byte(x: 0, y: 0) == 9)
    #expect(image.warnings.kept.map(\.message) == ["Cut"])
  }

  @Test("Each pass begins with the first frame")
  func passes() async throws {
    let image = try await ImagePipeline.fake(decoders: [animation(header(), frames)]).image(from: [1, 2, 3, 4])
    let frames = try #require(image.frames)
    let first = frames.makePass()
    _ = try await first.next()
    #expect(try await all(frames).count == 3)
    #expect(try await first.next()?.index == 1)
  }

  @Test("Frames are turned and sized like the image")
  func processed() async throws {
    var header = header()
    header.orientation = .down
    let image = try await ImagePipeline.fake(decoders: [animation(header, frames)])
      .image(from: [1, 2, 3, 4], ImageOptions(fitting: ImageSize(width: 2, height: 2)))
    let all = try await all(try #require(image.frames))
    #expect(all.allSatisfy { $0.pixels.width == 2 && $0.pixels.height == 2 })
    #expect(all[1].pixels.byte(x: 0, y: 0) == 100)
    #expect(all[1].pixels.byte(x: 1, y: 1) == 255)
  }

  @Test("The number of frames is known when the file has been read to its end")
  func lateCount() async throws {
    let image = try await ImagePipeline.fake(decoders: [animation(header(count: nil), frames)])
      .image(from: [1, 2, 3, 4])
    #expect(image.frames?.count == 3)
  }

  @Test("A still image has no frames, nor has one that was asked for alone")
  func noFrames() async throws {
    var options = ImageOptions()
    options.onlyFirstFrame = true
    let image = try await ImagePipeline.fake(decoders: [animation(header(), frames)])
      .image(from: [1, 2, 3, 4], options)
    #expect(image.frames == nil)
  }

  @Test("A first frame that does not cover the canvas is shown on it")
  func offset() async throws {
    let frames: [ScriptedProvider.Step] = .frame(0, corner, 200)
    let script = [.event(.header(.still(4, 4)))] + frames + [.event(.done(frameCount: 1, playCount: 1))]
    let image = try await ImagePipeline.fake(decoders: [ScriptedProvider(script)]).image(from: [1, 2, 3, 4])
    #expect(image.width == 4 && image.height == 4)
    #expect(image.pixels.byte(x: 3, y: 3) == 200 && image.pixels.alpha(x: 0, y: 0) == 0)
  }

  @Test("The picture beside an animation is not among its frames")
  func defaultImage() async throws {
    var header = header(count: 2)
    header.hasDefaultImage = true
    let beside: [ScriptedProvider.Step] = .frame(0, canvas, 1, isInAnimation: false)
    let first: [ScriptedProvider.Step] = .frame(1, canvas, 20)
    let second: [ScriptedProvider.Step] = .frame(2, canvas, 30)
    let end = ScriptedProvider.Step.event(.done(frameCount: 3, playCount: 0))
    let provider = TurnProvider([
      ScriptedProvider([.event(.header(header))] + first + [end]),
      ScriptedProvider([.event(.header(header))] + beside + first + second + [end]),
    ])
    let image = try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4])
    #expect(image.pixels.byte(x: 0, y: 0) == 20)
    let frames = try #require(image.frames)
    #expect(frames.count == 2)
    #expect(try await all(frames).map { $0.pixels.byte(x: 0, y: 0) } == [20, 30])
  }

  @Test("Damage within an animation ends a pass, and the frames before stay good")
  func damage() async throws {
    let error = DecoderFailure(error: ImageError(.corrupt, at: .decode, "Bad"))
    let provider = animation(header(), Array(frames.prefix(3)) + [.event(.failure(error))])
    let image = try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4])
    let pass = try #require(image.frames).makePass()
    #expect(try await pass.next()?.pixels.byte(x: 0, y: 0) == 255)
    #expect(try await failure { () async throws(ImageError) in try await pass.next() }.code == .corrupt)
    #expect(try await pass.next()?.index == nil)
  }

  @Test("Cancelling reaches the decoder of a pass")
  func cancelled() async throws {
    let blocking = ScriptedProvider([.event(.header(header())), .block])
    let provider = TurnProvider([
      ScriptedProvider(
        [.event(.header(header()))] + .frame(0, canvas, 1) + [.event(.done(frameCount: 3, playCount: 0))]),
      blocking,
    ])
    let image = try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4])
    let pass = try #require(image.frames).makePass()
    let task = Task { try await pass.next() }
    await blocking.record.blocked.wait()
    task.cancel()
    let result = await task.result
    #expect(throws: ImageError.self) { try result.get() }
    #expect(blocking.record.calls.interruptCount == 1)
  }

  @Test("An orientation behind the frames counts for them too")
  func lateOrientation() async throws {
    let wide = PixelRectangle(x: 0, y: 0, width: 6, height: 4)
    var header = ImageHeader.still(6, 4)
    header.isAnimated = true
    header.frameCount = 2
    let late: [ScriptedProvider.Step] = [
      .event(.metadata(.orientation(.right))), .event(.done(frameCount: 2, playCount: 0)),
    ]
    let provider = TurnProvider([
      ScriptedProvider([.event(.header(header))] + .frame(0, wide, 1) + late),
      ScriptedProvider([.event(.header(header))] + .frame(0, wide, 1) + .frame(1, wide, 2) + late),
    ])
    let image = try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4])
    let all = try await all(try #require(image.frames))
    #expect(all.count == 2 && all.allSatisfy { $0.pixels.width == 4 && $0.pixels.height == 6 })
  }

  @Test("More frames than are allowed are an error, also when the file tells only at its end")
  func lateLimit() async throws {
    var settings = PipelineSettings()
    settings.limits.maximumFrameCount = 2
    let pipeline = ImagePipeline.fake(decoders: [animation(header(count: nil), frames)], settings: settings)
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(from: [1, 2, 3, 4]) }
    #expect(error.limit == .frames)
  }

  @Test("Of pages the first is shown, in its own size")
  func pages() async throws {
    var header = ImageHeader.still(4, 4)
    header.frameCount = 2
    header.hasPages = true
    let page = PixelRectangle(x: 0, y: 0, width: 8, height: 3)
    let frames: [ScriptedProvider.Step] = .frame(0, page, 9)
    let script = [.event(.header(header))] + frames + [.event(.done(frameCount: 2, playCount: 1))]
    let image = try await ImagePipeline.fake(decoders: [ScriptedProvider(script)]).image(from: [1, 2, 3, 4])
    #expect(image.width == 8 && image.height == 3 && image.frames == nil)
  }
}
