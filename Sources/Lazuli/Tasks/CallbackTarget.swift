/// Where closures and delegates are called.
public struct CallbackTarget: Sendable {
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// `run` runs what it is given, once, in the order of the giving, and must not wait for it.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// Where the event came up: mostly a thread of the pipeline, which must not be held up for long.
  public static let anyThread = CallbackTarget { $0() }

  /// The main actor.
  public static let mainActor = CallbackTarget { body in Task { @MainActor in body() } }
}
