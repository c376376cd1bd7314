public import LazuliCore

/// A load under way, in the hands of whoever started it.
public protocol ImageLoadControl: AnyObject, Sendable {
  /// Can be changed while it runs.
  var priority: RequestPriority { get set }
  /// Ends it: it fails with `cancelled`, unless it has ended already.
  func cancel()
}
