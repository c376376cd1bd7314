import LazuliCore

/// Where a job stands: the highest priority goes first, then who came first.
struct JobRank: Comparable, Hashable {
  var priority: RequestPriority
  var arrival: UInt64

  static func < (left: Self, right: Self) -> Bool {
    left.priority == right.priority ? left.arrival < right.arrival : left.priority > right.priority
  }
}
