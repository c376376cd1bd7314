import LazuliCore

/// Who may have pixel memory: decodes wait here before their surfaces exist. Pure.
///
/// In the strict order of priority, then of coming, so that a large one is not passed by small ones for ever. What
/// is larger than the gate runs alone.
struct PixelGate {
  private let capacity: Int
  private var waiting = PriorityQueue<JobID, JobRank>()
  private var wishes: [JobID: Int] = [:]
  private var held: [JobID: Int] = [:]
  private var arrivals: UInt64 = 0
  /// Bytes held by decodes which run.
  private(set) var heldByteCount = 0

  init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  var waitingCount: Int { waiting.count }

  /// Whether the memory is granted at once; else a later `release` grants it.
  mutating func request(_ byteCount: Int, for job: JobID, _ priority: RequestPriority) -> Bool {
    arrivals += 1
    wishes[job] = byteCount
    waiting.set(job, JobRank(priority: priority, arrival: arrivals))
    let granted = grant()
    return granted.contains(job)
  }

  /// Gives memory back, or takes a wish back; answers to whom memory is granted now.
  mutating func release(_ job: JobID) -> [JobID] {
    heldByteCount -= held.removeValue(forKey: job) ?? 0
    wishes[job] = nil
    waiting.remove(job)
    return grant()
  }

  mutating func move(_ job: JobID, to priority: RequestPriority) -> [JobID] {
    guard var rank = waiting.rank(of: job) else { return [] }
    rank.priority = priority
    waiting.set(job, rank)
    return grant()
  }

  private mutating func grant() -> [JobID] {
    var granted: [JobID] = []
    while let first = waiting.first, let wish = wishes[first], held.isEmpty || heldByteCount + wish <= capacity {
      waiting.remove(first)
      wishes[first] = nil
      held[first] = wish
      heldByteCount += wish
      granted.append(first)
    }
    return granted
  }
}
