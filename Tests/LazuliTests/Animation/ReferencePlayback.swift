/// How an animation plays, half a millisecond of its time after the other.
struct ReferencePlayback {
  private let delays: [Int]
  private let playCount: Int
  var halvesPerMillisecond = 2
  var isPaused = true
  private(set) var index = 0
  private(set) var finishedPlayCount = 0
  private(set) var hasEnded = false
  private var isWaiting = true
  private var halves = 0
  private var time = 0

  /// `delays` in milliseconds.
  init(_ delays: [Int], playCount: Int) {
    self.delays = delays
    self.playCount = playCount
  }

  mutating func advance(to time: Int, _ ready: Set<Int>) {
    let passed = time - self.time
    self.time = time
    guard !isPaused, !hasEnded else { return }
    if isWaiting {
      isWaiting = !ready.contains(index)
      return
    }
    for _ in 0..<passed * halvesPerMillisecond where !isWaiting && !hasEnded {
      halves += 1
      if halves == delays[index] * 2 { step(ready) }
    }
  }

  private mutating func step(_ ready: Set<Int>) {
    if index == delays.count - 1 {
      finishedPlayCount += 1
      hasEnded = finishedPlayCount == playCount
      if hasEnded { return }
      index = 0
    } else {
      index += 1
    }
    halves = 0
    isWaiting = !ready.contains(index)
  }

  mutating func play() {
    if hasEnded {
      seek(0)
      finishedPlayCount = 0
    }
    // Until somebody looks, no time passes.
    if isPaused { isWaiting = true }
    isPaused = false
  }

  mutating func seek(_ place: Int) {
    index = place
    halves = 0
    isWaiting = true
    guard hasEnded else { return }
    hasEnded = false
    isPaused = true
    finishedPlayCount = max(0, playCount - 1)
  }
}
