import Glibc

/// Standard output and standard error.
struct Terminals: Sendable {
  let output = Terminal(descriptor: STDOUT_FILENO)
  let error = Terminal(descriptor: STDERR_FILENO)

  func print(_ text: String) -> ExitCode {
    output.write(text)
    return .success
  }

  func refuse(_ failure: UsageError, help: String) -> ExitCode {
    error.write("lazuli: \(TerminalText.sanitized(failure.message))\nTry: \(help)\n")
    return .usage
  }

  /// The code to end with: an answer that nobody got is no success.
  func closing(_ code: ExitCode) -> ExitCode {
    guard let failure = output.failure else { return code }
    error.write("lazuli: Cannot write to standard output: \(failure.text)\n")
    return code == .success ? .environment : code
  }
}
