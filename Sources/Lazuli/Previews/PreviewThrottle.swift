/// Says when a preview may be made, so that all of them cost a tenth of the load's time at the most. Pure.
struct PreviewThrottle {
  /// The load takes so many times as long as its previews.
  static let share = 10
  /// More of them nobody sees.
  static let minimumInterval = Duration.milliseconds(50)

  private let start: Duration
  /// By all previews so far.
  private(set) var spent = Duration.zero
  private(set) var costSinceLast = Duration.zero
  private var lastCost = Duration.zero
  private var lastBegin: Duration?

  /// `start`: when the load began.
  init(start: Duration) {
    self.start = start
  }

  /// The earliest time for the next one, if it costs so much, or what the one before did.
  func time(costing estimate: Duration) -> Duration {
    let cost = max(estimate, lastCost, costSinceLast)
    let affordable = start + (spent + cost) * Self.share
    return max(affordable, lastBegin.map { $0 + Self.minimumInterval } ?? start)
  }

  /// One is made now.
  mutating func begin(at now: Duration) {
    lastBegin = now
    lastCost = costSinceLast
    costSinceLast = .zero
  }

  /// Time went into previews.
  mutating func spend(_ time: Duration) {
    spent += time
    costSinceLast += time
  }
}
