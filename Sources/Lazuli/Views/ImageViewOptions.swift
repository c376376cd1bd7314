public import LazuliCore

/// How an image view behaves.
public struct ImageViewOptions: Sendable, Hashable {
  /// What becomes of a load whose view is taken off the screen.
  public enum Detachment: Sendable, Hashable {
    case cancel
    /// It goes on behind others, until the view is attached again.
    case lowerPriority(RequestPriority)
    case goOn
  }

  public var detachment = Detachment.cancel
  /// How long a load takes before the indicator appears, so that it does not flash; `nil`: it never appears.
  public var indicatorDelay: Duration? = .milliseconds(200)
  /// Whether the host has an image to be shown for a failure; without one the placeholder stays.
  public var hasFailureImage = false

  public init() {}
}
