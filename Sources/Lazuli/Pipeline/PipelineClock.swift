/// The time that a pipeline goes by; tests of host programs bring one of their own.
public protocol PipelineClock: Sendable {
  /// Never goes back.
  var now: Duration { get }
  /// `ring` is called from any thread and must not block.
  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any PipelineAlarm
}

/// Rings once for each time that it is set to, unless it is set anew before.
public protocol PipelineAlarm: Sendable {
  /// `nil`: not at all. Never blocks.
  func set(to time: Duration?)
}
