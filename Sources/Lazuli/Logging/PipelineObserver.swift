/// Hears of each stage of each job: for metrics and traces.
public struct PipelineObserver: Sendable {
  private let observe: @Sendable (StageEvent) -> Void

  /// `observe` is called from any thread, by several at once, and must not block.
  public init(_ observe: @escaping @Sendable (StageEvent) -> Void) {
    self.observe = observe
  }

  func tell(_ event: StageEvent) { observe(event) }
}
