/// Where a host's views live, and how time passes there.
public struct ViewExecutor: Sendable {
  public typealias Work = @Sendable () -> Void

  /// Runs work where the views live, in the order in which it came; from any thread.
  public var run: @Sendable (_ work: @escaping Work) -> Void
  /// Calls `work` after a time, from any thread.
  public var after: @Sendable (_ delay: Duration, _ work: @escaping Work) -> Void

  /// Waits as tasks do, unless `after` says otherwise.
  public init(
    run: @escaping @Sendable (_ work: @escaping Work) -> Void,
    after: @escaping @Sendable (_ delay: Duration, _ work: @escaping Work) -> Void = ViewExecutor.sleeping
  ) {
    self.run = run
    self.after = after
  }

  /// The main actor.
  public static let main = ViewExecutor { work in
    Task { @MainActor in work() }
  }

  /// Whatever thread something comes from: for hosts without a loop of events.
  public static let anyThread = ViewExecutor { $0() }

  @Sendable public static func sleeping(_ delay: Duration, _ work: @escaping Work) {
    Task {
      try? await Task.sleep(for: delay)
      work()
    }
  }
}
