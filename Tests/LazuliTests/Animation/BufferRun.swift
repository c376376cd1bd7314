import LazuliCore

@testable import Lazuli

/// A buffer with its players and readers, without threads: a test says who does a step when.
struct BufferRun {
  private(set) var buffer: AnimationBuffer
  private(set) var machines: [AnimationBuffer.PlayerID: PlaybackMachine] = [:]
  /// What was decoded, in its order.
  private(set) var decoded: [Int] = []
  /// Readers with a frame under way.
  private(set) var busy: [AnimationBuffer.ReaderID] = []
  /// The next frame of each pass.
  private(set) var passes: [AnimationBuffer.ReaderID: Int] = [:]
  private(set) var woken: [AnimationBuffer.PlayerID] = []
  private(set) var told: [ImageError] = []
  /// The most frames that were kept at once.
  private(set) var peak = 0
  private let frameCount: Int
  private let failsAtEnd: Bool
  private let pixels: PixelBuffer

  /// `room`: how many frames the limits let be kept.
  init(
    frameCount: Int, room: Int, positions: Int = 2, expectedCount: Int? = nil, failsAtEnd: Bool = false
  ) throws {
    self.frameCount = frameCount
    self.failsAtEnd = failsAtEnd
    let layout = PixelLayout(width: 1, height: 1, format: .rgba8)
    guard let layout else { throw ImageError(.internalError, at: .decode, "A pixel has no layout") }
    pixels = try PixelBufferPool().surface(layout).freeze()
    var limits = AnimationBufferLimits()
    limits.maximumByteCount = room * pixels.byteCount
    limits.maximumPositionCount = positions
    buffer = AnimationBuffer(limits, frameByteCount: pixels.byteCount, expectedCount: expectedCount)
  }

  mutating func addPlayer(playCount: Int = 0) -> AnimationBuffer.PlayerID {
    let id = buffer.addPlayer()
    machines[id] = PlaybackMachine(playCount: playCount)
    settle()
    return id
  }

  mutating func removePlayer(_ id: AnimationBuffer.PlayerID) {
    buffer.removePlayer(id)
    machines[id] = nil
    settle()
  }

  /// What a player does when it is asked for a frame; the index of what it has to show.
  @discardableResult
  mutating func look(
    _ id: AnimationBuffer.PlayerID, at milliseconds: Int, _ change: (inout PlaybackMachine) -> Void = { _ in }
  ) -> Int? {
    guard var machine = machines[id] else { return nil }
    change(&machine)
    let shown = buffer.advance(&machine, to: .milliseconds(milliseconds), of: id)
    machines[id] = machine
    settle()
    return shown?.index
  }

  /// Ends the step of one reader.
  mutating func decode(_ place: Int = 0) {
    let id = busy.remove(at: place)
    guard let index = passes[id] else { return }
    if index < frameCount {
      passes[id] = index + 1
      decoded.append(index)
      buffer.decoded(ImageFrame(index: index, pixels: pixels, delay: .init(numerator: 1, denominator: 10)), by: id)
    } else {
      passes[id] = nil
      buffer.ended(id, failsAtEnd ? ImageError(.corrupt, at: .decode, "Bad") : nil)
    }
    settle()
  }

  /// Until all readers rest.
  mutating func decodeAll() {
    while !busy.isEmpty { decode() }
  }

  mutating func forgetDecoded() {
    decoded = []
  }

  private mutating func settle() {
    for action in buffer.settle().actions {
      switch action {
      case .start(let id): passes[id] = 0
      case .advance(let id): busy.append(id)
      case .close(let id):
        passes[id] = nil
        busy.removeAll { $0 == id }
      case .wake(let id): woken.append(id)
      case .tell(let error): told.append(error)
      }
    }
    peak = max(peak, buffer.frames.count)
  }
}
