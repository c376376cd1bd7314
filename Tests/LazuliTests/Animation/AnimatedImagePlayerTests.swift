import LazuliCore
import LazuliTestKit
import Testing

@testable import Lazuli

@Suite("Players of an animation")
struct AnimatedImagePlayerTests {
  private func animation(_ frames: FakeFrames, room: Int? = nil) throws -> AnimatedImage {
    var limits = AnimationBufferLimits()
    let image = try frames.image()
    if let room { limits.maximumByteCount = room * image.pixels.byteCount }
    return try #require(AnimatedImage(image, limits: limits))
  }

  private func next<C>(_ iterator: inout AnimatedFrameSequence<C>.Iterator) async -> Int? {
    await iterator.next()?.index
  }

  @Test("A still image is no animation")
  func still() throws {
    var image = try FakeFrames([10]).image()
    image.frames = nil
    #expect(AnimatedImage(image) == nil)
  }

  @Test("The first frame is there at once, and nothing is decoded before there is a player")
  func first() throws {
    let frames = FakeFrames([10, 10], permits: 0)
    let image = try animation(frames)
    #expect(frames.passCount == 0)
    let player = image.makePlayer()
    #expect(player.frame(at: .zero).index == 0 && image.bufferedByteCount == 0 && !player.isPlaying)
    #expect(frames.passCount == 1)
  }

  @Test("Frames come by an injected clock when they are due; delays of 10 ms and less play as 100 ms")
  func sequence() async throws {
    for room in [1, 100] {
      let image = try animation(FakeFrames([20, 0, 1, 2], count: 4, playCount: 2), room: room)
      let player = image.makePlayer()
      player.play()
      let clock = LeapingClock()
      var times: [Int] = []
      var indices: [Int] = []
      for await frame in player.frames(on: clock, since: clock.start) {
        indices.append(frame.index)
        times.append(Int(clock.now.offset / .milliseconds(1)))
      }
      #expect(indices == [0, 1, 2, 3, 0, 1, 2, 3])
      #expect(times == [0, 200, 300, 400, 420, 620, 720, 820])
      #expect(clock.now.offset == .milliseconds(840) && player.hasEnded && player.finishedPlayCount == 2)
      #expect(player.frame(at: .seconds(9)).index == 3 && image.duration == .milliseconds(420))
    }
  }

  @Test("How often it plays can be asked for, and how fast")
  func wishes() async throws {
    let image = try animation(FakeFrames([10, 10], playCount: 0))
    let player = image.makePlayer(playCount: 3)
    player.setRate(0.1)
    player.play()
    let clock = LeapingClock()
    var count = 0
    for await _ in player.frames(on: clock, since: clock.start) { count += 1 }
    #expect(count == 6 && clock.now.offset == .seconds(6) && player.rate == 0.1)
  }

  @Test("A frame that is not decoded in time holds the picture; the player tells when it is there")
  func held() async throws {
    let frames = FakeFrames([10, 20, 10], permits: 0)
    let events = PlayerEvents()
    let player = try animation(frames).makePlayer(events.handler)
    player.play()
    _ = player.frame(at: .zero)
    frames.permit(1)
    await events.frameReady()
    #expect(player.frame(at: .zero).index == 0 && player.nextChange == .milliseconds(100))
    #expect(player.frame(at: .milliseconds(150)).index == 0 && player.nextChange == nil && player.isPlaying)
    frames.permit(1)
    await events.frameReady()
    #expect(player.frame(at: .milliseconds(700)).index == 1 && player.nextChange == .milliseconds(900))
  }

  @Test("A handler may call its player")
  func reentrant() async throws {
    let frames = FakeFrames([10, 10], permits: 0)
    let asked = Signal()
    let box = PlayerBox()
    let player = try animation(frames).makePlayer { _ in
      #expect(box.player?.frame(at: .zero).index == 0)
      asked.fire()
    }
    box.player = player
    player.play()
    _ = player.frame(at: .zero)
    frames.permit(1)
    await asked.wait()
  }

  @Test("Views at different positions share what is decoded")
  func shared() async throws {
    let frames = FakeFrames(Array(repeating: 10, count: 12))
    let image = try animation(frames)
    let players = (0..<5).map { _ in image.makePlayer(playCount: 2) }
    for (place, player) in players.enumerated() {
      player.seek(toFrame: 2 * place)
      player.play()
      let clock = LeapingClock()
      var shown: [Int] = []
      for await frame in player.frames(on: clock, since: clock.start) { shown.append(frame.index) }
      let expected = Array(2 * place..<12) + Array(0..<12)
      #expect(shown == (place == 0 ? expected : [0] + expected) || shown == expected)
    }
    #expect(frames.decoded == Array(0..<12) && frames.passCount == 1)
  }

  @Test("Copies of one decoded image share their frames")
  func sharedByImage() async throws {
    var header = ImageHeader.still(4, 4)
    header.isAnimated = true
    header.frameCount = 2
    let canvas = PixelRectangle(x: 0, y: 0, width: 4, height: 4)
    let first: [ScriptedProvider.Step] = .frame(0, canvas, 1)
    let second: [ScriptedProvider.Step] = .frame(1, canvas, 2)
    let end = ScriptedProvider.Step.event(.done(frameCount: 2, playCount: 1))
    let decoders = ScriptedProvider([.event(.header(header))] + first + second + [end])
    let provider = TurnProvider([ScriptedProvider([.event(.header(header))] + first + [end]), decoders])
    let image = try await ImagePipeline.fake(decoders: [provider]).image(from: [1, 2, 3, 4])
    let one = try #require(AnimatedImage(image))
    let other = try #require(AnimatedImage(image))
    // Who holds a player holds the frames.
    let keeper = one.makePlayer()
    for animation in [one, other] {
      let player = animation.makePlayer(playCount: 1)
      player.play()
      let clock = LeapingClock()
      var values: [UInt8] = []
      for await frame in player.frames(on: clock, since: clock.start) { values.append(frame.pixels.byte(x: 0, y: 0)) }
      #expect(values == [1, 2])
    }
    #expect(decoders.record.calls.madeCount == 1 && keeper.rate == 1)
  }

  @Test("A failure in a later frame is told once to each view, and the frames so far play on")
  func failure() async throws {
    let image = try animation(FakeFrames([10, 10, 10], count: 5, playCount: 2, end: .failure))
    let events = [PlayerEvents(), PlayerEvents()]
    let players = events.map { image.makePlayer($0.handler) }
    for player in players {
      player.play()
      let clock = LeapingClock()
      var count = 0
      for await _ in player.frames(on: clock, since: clock.start) { count += 1 }
      #expect(count == 6)
    }
    for events in events { #expect(events.failures.map(\.code) == [.corrupt]) }
    #expect(image.failure?.code == .corrupt && image.frameCount == 3)
  }

  @Test("With the last player decoding stops, and the frames go back to their pool")
  func left() async throws {
    let frames = FakeFrames(Array(repeating: 10, count: 10), side: 256, permits: 0)
    let image = try animation(frames)
    let events = PlayerEvents()
    var players = [image.makePlayer(events.handler), image.makePlayer()]
    players[0].seek(toFrame: 3)
    frames.permit(4)
    await events.frameReady()
    #expect(image.bufferedByteCount == 4 * 256 * 256 * 4 && frames.pool.idleByteCount == 0)
    #expect(players[0].frame(at: .zero).index == 3)
    players.removeLast()
    #expect(image.bufferedByteCount > 0)
    players.removeAll()
    await frames.cancelled.wait()
    #expect(image.bufferedByteCount == 0 && frames.pool.idleByteCount == 4 * 256 * 256 * 4)
    #expect(frames.decoded == [0, 1, 2, 3])
  }

  @Test("Who waits for frames of a paused player hears of a seek, and of playing on")
  func paused() async throws {
    let player = try animation(FakeFrames([10, 10, 10])).makePlayer(playCount: 1)
    let clock = LeapingClock()
    var frames = player.frames(on: clock, since: clock.start).makeAsyncIterator()
    #expect(await next(&frames) == 0)
    player.seek(toFrame: 2)
    #expect(await next(&frames) == 2)
    player.reset()
    #expect(await next(&frames) == 0)
    player.play()
    #expect(await next(&frames) == 1)
    player.seek(to: .milliseconds(290))
    #expect(await next(&frames) == 2)
    #expect(await next(&frames) == nil)
    #expect(clock.now.offset == .milliseconds(110))
  }

  @Test("Cancelling ends the frames of whoever waits for them")
  func cancelled() async throws {
    let player = try animation(FakeFrames([10, 10])).makePlayer()
    let began = Signal()
    let task = Task {
      var count = 0
      for await _ in player.frames() {
        count += 1
        began.fire()
      }
      return count
    }
    await began.wait()
    task.cancel()
    #expect(await task.value == 1)
  }
}

/// Where a handler finds the player that is made with it.
private final class PlayerBox: @unchecked Sendable {
  // Unchecked: set before anything is called.
  weak var player: AnimatedImagePlayer?
}
