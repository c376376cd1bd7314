/// One line that says how far a run has come, on a terminal only.
struct ProgressLine {
  private let total: Int
  private let terminal: Terminal
  private let isShown: Bool
  private var done = 0
  private var isOnScreen = false

  /// Not shown for a single item: it would be gone before it is read.
  init(total: Int, terminal: Terminal, isShown: Bool) {
    self.total = total
    self.terminal = terminal
    self.isShown = isShown && terminal.isTerminal && total > 1
  }

  mutating func advance(to name: String) {
    done += 1
    guard isShown, done < total else { return }
    let width = max(10, terminal.size.columns - 24)
    terminal.write("\r\u{1B}[K\(done) of \(total)  \(TerminalText.sanitized(name).suffix(width))")
    isOnScreen = true
  }

  mutating func clear() {
    guard isOnScreen else { return }
    terminal.write("\r\u{1B}[K")
    isOnScreen = false
  }
}
