import Glibc

/// Standard output whose reader has seen enough, as `head` has.
enum BrokenPipe {
  /// Ends the program as the signal would have, which threads of the pipeline do not take; returns where whoever
  /// started the program wants the signal ignored.
  static func end() {
    var action = sigaction()
    sigaction(SIGPIPE, nil, &action)
    guard unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 else { return }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
  }
}
