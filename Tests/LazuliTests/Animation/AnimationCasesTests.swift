import EngineTestSupport
import Glibc
import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("Real animations played")
struct AnimationCasesTests {
  @Test("Players show what a pass over the frames shows, whether it all fits or nothing does")
  func files() async throws {
    for (folder, ending) in [("gif/pygif", ".gif"), ("png/apng", ".png")] {
      guard let cases = Cases.folder(folder) else { continue }
      var count = 0
      for name in try cases.names(endingWith: ending) {
        let pipeline = ImagePipeline.built()
        guard let image = try? await pipeline.image(for: "file://\(cases.path)/\(name)"), let frames = image.frames
        else { continue }
        let expected = await all(frames)
        guard expected.count > 1 else { continue }
        for room in [0, 64 << 20] { try await check(image, room: room, expected, name) }
        count += 1
      }
      print("\(folder): \(count) animations played")
      #expect(count > 5)
    }
  }

  /// Those before an error, too.
  private func all(_ frames: any ImageFrames) async -> [ImageFrame] {
    let pass = frames.makePass()
    var all: [ImageFrame] = []
    while let frame = try? await pass.next() { all.append(frame) }
    return all
  }

  private func check(_ image: DecodedImage, room: Int, _ expected: [ImageFrame], _ name: String) async throws {
    var limits = AnimationBufferLimits()
    limits.maximumByteCount = room
    let animation = try #require(AnimatedImage(image, limits: limits))
    let player = animation.makePlayer(playCount: 2)
    player.play()
    let clock = LeapingClock()
    var shown: [ImageFrame] = []
    for await frame in player.frames(on: clock, since: clock.start) { shown.append(frame) }
    #expect(shown.map(\.index) == (expected + expected).map(\.index), "\(name)")
    let areSame = zip(shown, expected + expected).allSatisfy { $0.pixels.hasSameBytes(as: $1.pixels) }
    #expect(areSame, "\(name) shows other pixels")
    let duration = expected.reduce(Duration.zero) { $0 + $1.delay.playedDuration }
    #expect(clock.now.offset == duration * 2 && animation.duration == duration, "\(name)")
  }
}

extension PixelBuffer {
  fileprivate func hasSameBytes(as other: PixelBuffer) -> Bool {
    guard layout == other.layout else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        (0..<height).allSatisfy { row in
          let start = row * bytesPerRow
          return memcmp(mine.baseAddress! + start, theirs.baseAddress! + start, layout.usedBytesPerRow) == 0
        }
      }
    }
  }
}
