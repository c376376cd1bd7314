/// How an image view waits before its indicator appears.
public struct ImageViewTimer: Sendable {
  /// Calls `work` once after a time, from any thread.
  let after: @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void

  public init(_ after: @escaping @Sendable (_ delay: Duration, _ work: @escaping @Sendable () -> Void) -> Void) {
    self.after = after
  }

  /// As tasks sleep.
  public static let sleeping = ImageViewTimer { delay, work in
    Task {
      try? await Task.sleep(for: delay)
      work()
    }
  }
}
