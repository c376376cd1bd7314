import LazuliCore

/// A job at work, as the scheduler sees it. Called from any thread.
protocol RunningJob: AnyObject, Sendable {
  func setPriority(_ priority: RequestPriority)
  func showPreviews()
  func stop()
}
