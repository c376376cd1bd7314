/// How badly memory is wanted, by this process or by the machine.
public enum MemoryPressure: Int, Sendable, Hashable, Comparable {
  /// Some work waits for memory.
  case moderate
  /// All work waits for memory, or something was killed for it.
  case critical

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
