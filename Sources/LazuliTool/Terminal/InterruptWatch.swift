import Glibc

/// Ctrl-C and a request to end, waited for by the main thread: a signal handler could do next to nothing.
enum InterruptWatch {
  /// Keeps the signals for `wait`. Call it before other threads are started: they inherit it.
  static func prepare() {
    var signals = watchedSignals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Calls `action` at the first signal and ends the process at the second; never returns.
  static func wait(_ action: () -> Void) -> Never {
    var signals = watchedSignals
    var number: Int32 = 0
    sigwait(&signals, &number)
    action()
    sigwait(&signals, &number)
    _exit(ExitCode.interrupted.rawValue)
  }

  private static var watchedSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }
}
