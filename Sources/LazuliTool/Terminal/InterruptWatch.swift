import Glibc

/// Ctrl-C and a request to end, turned into a call: a signal handler could do next to nothing.
enum InterruptWatch {
  private final class Box: Sendable {
    let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  }

  /// Calls `action` on a thread of its own at the first signal; the second one ends the process. Call
  /// it once, before other threads are started: they inherit the blocked signals.
  static func start(_ action: @escaping @Sendable () -> Void) {
    var signals = watchedSignals()
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(action)).toOpaque()
    pthread_create(&thread, nil, waitForSignals, box)
    pthread_detach(thread)
  }

  private static func watchedSignals() -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  private static let waitForSignals: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    guard let box else { return nil }
    let action = Unmanaged<Box>.fromOpaque(box).takeRetainedValue().action
    var signals = watchedSignals()
    var number: Int32 = 0
    sigwait(&signals, &number)
    action()
    sigwait(&signals, &number)
    _exit(130)
  }
}
