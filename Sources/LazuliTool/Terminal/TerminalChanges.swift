import Glibc

/// What the program changed of a terminal and has to put back.
struct TerminalChanges {
  /// How keys were handled before.
  var attributes: termios?
  var isCursorHidden = false

  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"
  /// Ends a control string and an update that may have been cut short.
  static let endUnfinished = "\u{1B}\\\u{1B}[?2026l"

  /// Neither echo nor lines; Ctrl-C and Ctrl-Z stay what they are.
  static func quiet(_ attributes: termios) -> termios {
    var attributes = attributes
    attributes.c_lflag &= ~tcflag_t(ECHO | ICANON)
    return attributes
  }
}
