import Glibc
import Lazuli
import Synchronization

/// Plays an animation without waiting for anything but its frames, in two views at once.
struct AnimationBench {
  let frameCount: Int

  /// Prints the most memory that the process had, in MB, and the processor time of each frame, in ms.
  func run(_ file: [UInt8]) async throws {
    let pipeline = ImagePipeline()
    guard let image = AnimatedImage(try await pipeline.image(from: ByteChunk(file))) else {
      throw ImageError(.unsupported, at: .decode, "The file is no animation")
    }
    let start = LazuliBench.cpuMilliseconds()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { await play(image) } }
    }
    if let failure = image.failure { throw failure }
    let used = LazuliBench.cpuMilliseconds() - start
    print(peakMegabytes(), used / Double(frameCount))
  }

  private func play(_ image: AnimatedImage) async {
    let player = image.makePlayer()
    player.play()
    var frames = player.frames(on: HastyClock(), since: HastyClock.Instant(offset: .zero)).makeAsyncIterator()
    for _ in 0..<frameCount { _ = await frames.next() }
  }

  private func peakMegabytes() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1024
  }
}

/// A clock on which whoever sleeps wakes at once.
private final class HastyClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Swift.Duration

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Swift.Duration.zero)
  var now: Instant { time.withLock { Instant(offset: $0) } }
  let minimumResolution = Swift.Duration.zero

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
  }
}
