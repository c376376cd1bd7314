import Glibc

/// Signals, waited for by the main thread: a signal handler could do next to nothing.
enum InterruptWatch {
  /// Keeps the signals for `wait`. Call it before other threads are started: they inherit it.
  static func prepare() {
    var signals = watchedSignals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Calls `action` at the first request to end and ends the process at the second; puts `terminal` back
  /// while the process is stopped, and before any signal ends it. Never returns.
  static func wait(_ terminal: Terminal, _ action: () -> Void) -> Never {
    var isEnding = false
    while true {
      switch next() {
      case SIGTSTP: terminal.withoutChanges { kill(getpid(), SIGSTOP) }
      case SIGINT where !isEnding, SIGTERM where !isEnding:
        isEnding = true
        action()
      case SIGINT, SIGTERM:
        terminal.abandon()
        _exit(ExitCode.interrupted.rawValue)
      case let number:
        terminal.abandon()
        end(by: number)
      }
    }
  }

  private static func next() -> Int32 {
    var signals = watchedSignals
    var number: Int32 = 0
    sigwait(&signals, &number)
    return number
  }

  /// What would have happened without the watch.
  private static func end(by number: Int32) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    kill(getpid(), number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    _exit(128 + number)
  }

  /// Not those that whoever started the program wants ignored, as `nohup` does.
  private static var watchedSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      let isIgnored = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
      if !isIgnored { sigaddset(&signals, number) }
    }
    return signals
  }
}
