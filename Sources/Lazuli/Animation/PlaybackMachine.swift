import LazuliCore

/// Which frame of an animation is due: pure, told the time by its caller.
///
/// A frame begins when the one before it ends, not when somebody looks, so that nothing drifts; a caller who
/// comes late finds later frames. A frame that is not decoded when it is due stops the clock: it begins when
/// it is first seen. Frames depend on those before them, so a decoder that is too slow gains nothing by skipping.
struct PlaybackMachine: Sendable {
  enum Motion: Sendable, Hashable {
    /// The frame began then.
    case playing(since: Duration)
    /// It goes on, so far into the frame, once the frame is there.
    case waiting(elapsed: Duration)
    case paused(elapsed: Duration)
    /// The last frame of the last play has had its time.
    case ended
  }

  private(set) var motion = Motion.paused(elapsed: .zero)
  /// The frame that is due.
  private(set) var index = 0
  private(set) var finishedPlayCount = 0
  private(set) var rate = 1.0
  /// Where to go, while that is not known.
  private(set) var target: AnimationTimeline.Target?
  /// How often somebody went elsewhere.
  private(set) var seekCount = 0
  /// How often the animation plays in all, 0 for ever.
  let playCount: Int
  /// The latest time that was told: it never goes back.
  private var now = Duration.zero

  static let rates = 0.01...100.0

  init(playCount: Int) {
    self.playCount = max(playCount, 0)
  }

  var isPlaying: Bool {
    switch motion {
    case .playing, .waiting: true
    case .paused, .ended: false
    }
  }

  /// Where frames are needed, `nil` when no more are.
  var position: AnimationTimeline.Target? { motion == .ended ? nil : target ?? .frame(index) }

  /// Whether the first frame comes after the last of this play.
  var repeats: Bool { playCount == 0 || finishedPlayCount + 1 < playCount }

  /// When the frame that is due ends; `nil` while no time passes.
  func nextChange(_ timeline: AnimationTimeline) -> Duration? {
    guard case .playing(let start) = motion, let duration = timeline.duration(of: index) else { return nil }
    return start + duration / rate
  }

  /// Goes to the frame that is due at `time`.
  mutating func advance(
    to time: Duration, _ timeline: AnimationTimeline, hasAllFrames: Bool = false, isReady: (Int) -> Bool
  ) {
    now = max(now, time)
    arrive(timeline)
    guard target == nil else { return }
    leaveEnd(timeline)
    if case .waiting(let elapsed) = motion, isReady(index) { motion = .playing(since: now - elapsed / rate) }
    if hasAllFrames, timeline.isComplete { skipPlays(of: timeline.duration / rate) }
    while let end = nextChange(timeline), end <= now { step(at: end, timeline, isReady) }
  }

  mutating func play() {
    switch motion {
    case .paused(let elapsed): motion = .waiting(elapsed: elapsed)
    case .ended:
      reset()
      motion = .waiting(elapsed: .zero)
    case .playing, .waiting: break
    }
  }

  mutating func pause(at time: Duration? = nil) {
    now = max(now, time ?? now)
    switch motion {
    case .playing(let start): motion = .paused(elapsed: (now - start) * rate)
    case .waiting(let elapsed): motion = .paused(elapsed: elapsed)
    case .paused, .ended: break
    }
  }

  /// From `time` on; the frame that is shown keeps the share of its time that has passed. Held within `rates`.
  mutating func setRate(_ rate: Double, at time: Duration? = nil) {
    guard !rate.isNaN else { return }
    let rate = min(max(rate, Self.rates.lowerBound), Self.rates.upperBound)
    now = max(now, time ?? now)
    if case .playing(let start) = motion { motion = .playing(since: now - (now - start) * self.rate / rate) }
    self.rate = rate
  }

  mutating func seek(to target: AnimationTimeline.Target) {
    seekCount += 1
    self.target = target
    if motion == .ended { finishedPlayCount = max(0, playCount - 1) }
    begin(at: .zero)
  }

  /// To the first frame of the first play.
  mutating func reset() {
    seek(to: .frame(0))
    finishedPlayCount = 0
  }

  /// To a frame that others are at.
  mutating func join(at index: Int) {
    target = nil
    self.index = index
    begin(at: .zero)
  }
}

extension PlaybackMachine {
  /// What played goes on when the frame is there; what ended stands still.
  private mutating func begin(at elapsed: Duration) {
    motion = isPlaying ? .waiting(elapsed: elapsed) : .paused(elapsed: elapsed)
  }

  /// Ends a seek whose frame is known by now.
  private mutating func arrive(_ timeline: AnimationTimeline) {
    guard let target, let place = timeline.find(target) else { return }
    self.target = nil
    index = place.index
    begin(at: place.elapsed)
  }

  /// Takes back a step behind the frames that turned out to be the last; one frame is no animation.
  private mutating func leaveEnd(_ timeline: AnimationTimeline) {
    guard timeline.isComplete else { return }
    if timeline.count < 2 {
      index = 0
      motion = .ended
    } else if index >= timeline.count {
      index = timeline.count - 1
      finishPlay()
    }
  }

  private mutating func step(at end: Duration, _ timeline: AnimationTimeline, _ isReady: (Int) -> Bool) {
    if timeline.isComplete, index + 1 >= timeline.count {
      finishPlay()
    } else {
      index += 1
    }
    guard motion != .ended else { return }
    motion = isReady(index) ? .playing(since: end) : .waiting(elapsed: .zero)
  }

  private mutating func finishPlay() {
    finishedPlayCount += 1
    if playCount > 0, finishedPlayCount >= playCount {
      motion = .ended
    } else {
      index = 0
    }
  }

  /// Passes over whole plays at once: somebody may look again after hours.
  private mutating func skipPlays(of duration: Duration) {
    guard case .playing(let start) = motion, duration > .zero, now - start >= duration * 2 else { return }
    let passed = Int(min((now - start) / duration, 1e15)) - 1
    let count = playCount == 0 ? passed : min(passed, playCount - finishedPlayCount - 1)
    guard count > 0 else { return }
    finishedPlayCount += count
    motion = .playing(since: start + duration * count)
  }
}
