public import LazuliCore

/// How many transfers run at a time, and how fast they may start.
///
/// Transports have limits of their own for connections: the http plugin keeps 6 to a host that speaks HTTP/1.1.
public struct TransferLimits: Sendable, Hashable {
  /// Of a pipeline, in all. 128.
  public var maximumCount = 128
  /// For each scheme, host and port. 64: enough for one connection of HTTP/2, and others get their turn.
  public var maximumCountPerHost = 64
  /// `nil`: what may start starts at once.
  public var rate: StartRate? = StartRate()

  public init() {}

  /// Holds loads of little value back while there are many, as when a list is scrolled fast: those which are
  /// cancelled meanwhile never start.
  public struct StartRate: Sendable, Hashable {
    /// 100.
    public var startsPerSecond = 100
    /// Starts at once after a rest. 32.
    public var burst = 32
    /// Loads above that priority do not count and do not wait. Low.
    public var highestPriority = RequestPriority.low

    public init() {}
  }
}
