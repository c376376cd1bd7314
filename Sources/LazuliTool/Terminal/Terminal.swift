import Glibc

/// What is known of a terminal behind a file descriptor.
struct Terminal: Sendable {
  let descriptor: Int32

  static let output = Terminal(descriptor: STDOUT_FILENO)
  static let error = Terminal(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns and rows; 80 × 24 where nobody says.
  var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Writes all of it, or as much as the other side takes.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = try? writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
    }
  }
}
