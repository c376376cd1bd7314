public import LazuliCore

/// How an image list loads.
public struct ImageListOptions: Sendable, Hashable {
  /// Rows loaded ahead of the visible ones in the direction of scrolling; `nil`: as many as are visible.
  public var prefetchCount: Int?
  public var prefetchPriority = RequestPriority.low
  /// Rows before and behind the visible ones which keep their image; `nil`: as often as they are visible, twice.
  public var keptCount: Int?

  public init() {}
}
