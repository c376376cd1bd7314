/// What a memory cache holds and how it was used.
public struct ImageMemoryUsage: Sendable, Hashable {
  public var byteCount = 0
  public var count = 0
  public var hitCount = 0
  public var missCount = 0
  /// Images that went for want of room.
  public var evictionCount = 0

  public init() {}
}
