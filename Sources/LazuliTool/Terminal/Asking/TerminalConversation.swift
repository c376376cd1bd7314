import Glibc

/// Asks a terminal what it can, in one round trip.
///
/// Nothing is asked where nobody could answer: when input or output is no terminal, or they are two, or
/// the program runs in the background.
struct TerminalConversation {
  let input: Int32
  let output: Terminal
  /// The variable TERM, and whether a program like tmux or screen stands between.
  let kind: String
  let isMultiplexed: Bool
  /// How long the terminal may say nothing, and how long it may talk in all.
  var maximumSilence = Duration.milliseconds(500)
  var maximumTime = Duration.seconds(2)

  func answers() -> TerminalAnswers {
    guard canAsk, output.quietInput() else { return TerminalAnswers() }
    output.write(questions)
    let answers = listen()
    output.restoreInput(droppingInput: !answers.isComplete)
    return answers
  }

  private var canAsk: Bool {
    var (inputFile, outputFile) = (stat(), stat())
    return isatty(input) == 1 && output.isTerminal && fstat(input, &inputFile) == 0
      && fstat(output.descriptor, &outputFile) == 0 && inputFile.st_rdev == outputFile.st_rdev
      && tcgetpgrp(input) == getpgrp() && !["", "dumb", "linux"].contains(kind)
  }

  /// Kitty graphics, the background's colour, sizes in pixels, sixel's limits; device attributes come last, as every
  /// terminal answers them. Multiplexers would take the first for a title.
  private var questions: String {
    let kitty = isMultiplexed ? "" : "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    return kitty + "\u{1B}]11;?\u{1B}\\\u{1B}[16t\u{1B}[14t\u{1B}[?1;1;0S\u{1B}[?2;1;0S\u{1B}[c"
  }

  private func listen() -> TerminalAnswers {
    var reader = TerminalAnswerReader()
    let end = ContinuousClock.now + maximumTime
    var silenceEnd = ContinuousClock.now + maximumSilence
    var buffer = [UInt8](repeating: 0, count: 512)
    while !reader.answers.isComplete, !Task.isCancelled, ContinuousClock.now < min(end, silenceEnd) {
      // Short turns: a signal is another thread's, and does not end the waiting here.
      var waiting = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 20) > 0 else { continue }
      let count = read(input, &buffer, buffer.count)
      guard count > 0 else { break }
      reader.read(buffer.prefix(count))
      silenceEnd = ContinuousClock.now + maximumSilence
    }
    return reader.answers
  }
}

extension TerminalConversation {
  /// With what stands in the environment.
  init(input: Int32, output: Terminal) {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let kind = variable("TERM")
    self.init(
      input: input, output: output, kind: kind,
      isMultiplexed: !variable("TMUX").isEmpty || !variable("STY").isEmpty || kind.hasPrefix("tmux")
        || kind.hasPrefix("screen"))
  }
}
