import LazuliCore

/// Who may have pixel memory: decodes wait here before their surfaces exist. Pure.
///
/// In the strict order of priority, then of coming, so that a large one is not passed by small ones for ever. What
/// is larger than the gate runs alone.
struct PixelGate {
  private let capacity: Int
  private var waiting = PriorityQueue<PixelMemory.Holder, JobRank>()
  private var wishes: [PixelMemory.Holder: Int] = [:]
  private var held: [PixelMemory.Holder: Int] = [:]
  private var arrivals: UInt64 = 0
  /// Bytes held by decodes which run.
  private(set) var heldByteCount = 0

  init(capacity: Int) {
    self.capacity = max(0, capacity)
  }

  var waitingCount: Int { waiting.count }

  /// Whether the memory is granted at once; else a later `release` grants it.
  mutating func request(_ byteCount: Int, for holder: PixelMemory.Holder, _ priority: RequestPriority) -> Bool {
    arrivals += 1
    wishes[holder] = byteCount
    waiting.set(holder, JobRank(priority: priority, arrival: arrivals))
    let granted = grant()
    return granted.contains(holder)
  }

  /// Gives memory back, or takes a wish back; answers to whom memory is granted now.
  mutating func release(_ holder: PixelMemory.Holder) -> [PixelMemory.Holder] {
    heldByteCount -= held.removeValue(forKey: holder) ?? 0
    wishes[holder] = nil
    waiting.remove(holder)
    return grant()
  }

  mutating func move(_ holder: PixelMemory.Holder, to priority: RequestPriority) -> [PixelMemory.Holder] {
    guard var rank = waiting.rank(of: holder) else { return [] }
    rank.priority = priority
    waiting.set(holder, rank)
    return grant()
  }

  private mutating func grant() -> [PixelMemory.Holder] {
    var granted: [PixelMemory.Holder] = []
    while let first = waiting.first, let wish = wishes[first], held.isEmpty || wish <= capacity - heldByteCount {
      waiting.remove(first)
      wishes[first] = nil
      held[first] = wish
      heldByteCount += wish
      granted.append(first)
    }
    return granted
  }
}
