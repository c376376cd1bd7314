import LazuliCore

/// A job at work, as the scheduler sees it. Called from any thread.
protocol RunningJob: AnyObject, Sendable {
  func setPriority(_ priority: RequestPriority)
  /// Whether anybody wants to see what there is so far.
  func showPreviews(_ isWanted: Bool)
  func stop()
}
