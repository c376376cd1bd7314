import LazuliCore
import LazuliTestKit
import Synchronization

/// An animation whose frames come when a test lets them.
final class FakeFrames: ImageFrames {
  enum End: Sendable {
    case normal
    case failure
  }

  private struct State {
    var permits: Int
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var waiterCount = 0
    var decoded: [Int] = []
    var passCount = 0
  }

  let count: Int?
  let playCount: Int
  let pool = PixelBufferPool()
  private let delays: [Int]
  private let end: End
  private let side: Int
  private let state: Mutex<State>

  /// `delays` in 1/100 s; each frame is a square. Without `permits` frames come at once.
  init(
    _ delays: [Int], count: Int? = nil, playCount: Int = 0, side: Int = 1, end: End = .normal, permits: Int = .max / 2
  ) {
    self.delays = delays
    self.count = count
    self.playCount = playCount
    self.side = side
    self.end = end
    state = Mutex(State(permits: permits))
  }

  /// The frames that were decoded, in their order.
  var decoded: [Int] { state.withLock { $0.decoded } }
  var passCount: Int { state.withLock { $0.passCount } }
  /// Fires when a pass is cancelled that waits for a frame.
  let cancelled = Signal()

  func image() throws(ImageError) -> DecodedImage {
    DecodedImage(pixels: try pixels(0), header: .still(side, side), format: "fake", frames: self)
  }

  /// Lets so many frames come.
  func permit(_ count: Int) {
    let waiters = state.withLock { state in
      state.permits += count
      let free = state.waiters.keys.sorted().prefix(state.permits)
      state.permits -= free.count
      return free.compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for waiter in waiters { waiter.resume(returning: true) }
  }

  func makePass() -> any ImageFramePass {
    state.withLock { $0.passCount += 1 }
    return FakePass(self)
  }

  fileprivate func frame(_ index: Int) async throws(ImageError) -> ImageFrame? {
    guard await takePermit() else { throw ImageError(.cancelled, at: .decode, "Cancelled") }
    guard index < delays.count else {
      if end == .failure { throw ImageError(.corrupt, at: .decode, "Bad") }
      return nil
    }
    state.withLock { $0.decoded.append(index) }
    let delay = FrameInformation.Delay(numerator: delays[index], denominator: 100)
    return ImageFrame(index: index, pixels: try pixels(index), delay: delay)
  }

  private func takePermit() async -> Bool {
    let id = state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = state.withLock { state -> Bool? in
          if Task.isCancelled { return false }
          guard state.permits > 0 else {
            state.waiters[id] = continuation
            return nil
          }
          state.permits -= 1
          return true
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: false)
      cancelled.fire()
    }
  }

  private func pixels(_ index: Int) throws(ImageError) -> PixelBuffer {
    guard let layout = PixelLayout(width: side, height: side, format: .rgba8) else {
      throw ImageError(.internalError, at: .decode, "No layout")
    }
    let surface = try pool.surface(layout)
    surface.withUnsafeMutableBytes { $0[0] = UInt8(index % 256) }
    return surface.freeze()
  }
}

private final class FakePass: ImageFramePass {
  private let frames: FakeFrames
  private let next = Mutex(0)

  init(_ frames: FakeFrames) {
    self.frames = frames
  }

  func next() async throws(ImageError) -> ImageFrame? {
    let index = next.withLock { next in
      defer { next += 1 }
      return next
    }
    return try await frames.frame(index)
  }
}
