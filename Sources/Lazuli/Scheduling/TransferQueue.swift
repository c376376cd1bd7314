import LazuliCore

/// Fetches which wait for a place: limits in all and for each host, a rate for those of little value. Pure.
struct TransferQueue {
  /// What may start.
  enum Next: Equatable {
    case start(JobID)
    /// Nothing before that time.
    case later(Duration)
    case nothing
  }

  private struct Host {
    var waiting = PriorityQueue<JobID, JobRank>()
    var runningCount = 0
  }

  private let limits: TransferLimits
  private var bucket: TokenBucket?
  private var hosts: [URLOrigin: Host] = [:]
  /// Hosts with room and something that waits, by the first of it.
  private var ready = PriorityQueue<URLOrigin, JobRank>()
  private var runningCount = 0
  private var arrivals: UInt64 = 0

  init(_ limits: TransferLimits) {
    self.limits = limits
    bucket = limits.rate.map { TokenBucket(perSecond: $0.startsPerSecond, burst: $0.burst) }
  }

  /// How many wait.
  private(set) var count = 0

  mutating func add(_ job: JobID, for origin: URLOrigin, _ priority: RequestPriority) {
    arrivals += 1
    count += 1
    hosts[origin, default: Host()].waiting.set(job, JobRank(priority: priority, arrival: arrivals))
    update(origin)
  }

  mutating func remove(_ job: JobID, for origin: URLOrigin) {
    guard hosts[origin]?.waiting.remove(job) != nil else { return }
    count -= 1
    update(origin)
  }

  /// Does nothing for a job that does not wait.
  mutating func move(_ job: JobID, for origin: URLOrigin, to priority: RequestPriority) {
    guard var rank = hosts[origin]?.waiting.rank(of: job) else { return }
    rank.priority = priority
    hosts[origin]?.waiting.set(job, rank)
    update(origin)
  }

  /// Takes the next that may start, by priority, then in the order of coming.
  mutating func next(at now: Duration) -> Next {
    guard runningCount < limits.maximumCount, let origin = ready.first, let rank = ready.firstRank else {
      return .nothing
    }
    if let rate = limits.rate, rank.priority <= rate.highestPriority, let time = bucket?.nextTime(at: now) {
      guard time <= now else { return .later(time) }
      bucket?.take(at: now)
    }
    guard let job = hosts[origin]?.waiting.popFirst() else { return .nothing }
    count -= 1
    runningCount += 1
    hosts[origin]?.runningCount += 1
    update(origin)
    return .start(job)
  }

  /// Gives back a place that `next` gave out.
  mutating func release(_ origin: URLOrigin) {
    runningCount -= 1
    hosts[origin]?.runningCount -= 1
    update(origin)
  }

  private mutating func update(_ origin: URLOrigin) {
    guard let host = hosts[origin] else { return }
    if host.waiting.isEmpty, host.runningCount == 0 { hosts[origin] = nil }
    // The files of this machine have no host.
    let maximum = origin.host?.isEmpty == false ? limits.maximumCountPerHost : .max
    if let rank = host.waiting.firstRank, host.runningCount < maximum {
      ready.set(origin, rank)
    } else {
      ready.remove(origin)
    }
  }
}
