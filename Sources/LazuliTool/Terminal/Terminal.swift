import Glibc
import Synchronization

/// What is known of a terminal behind a file descriptor.
final class Terminal: Sendable {
  let descriptor: Int32
  /// What the first write that failed ended with.
  private let firstFailure = Mutex<SystemError?>(nil)
  private let changes = Mutex(TerminalChanges())

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Why not everything that was written is on the other side; `nil` when it is.
  var failure: SystemError? { firstFailure.withLock { $0 } }

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Columns and rows; 80 × 24 where nobody says.
  var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// The pixels of all cells; `nil` where the terminal does not tell the system.
  var pixelSize: (width: Int, height: Int)? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_xpixel > 0, window.ws_ypixel > 0 else {
      return nil
    }
    return (Int(window.ws_xpixel), Int(window.ws_ypixel))
  }

  /// Writes all of it, or as much as the other side takes: then `failure` says why.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
  }

  func write(_ bytes: [UInt8]) { bytes.withUnsafeBytes(write) }

  private func write(_ bytes: UnsafeRawBufferPointer) {
    do throws(SystemError) {
      try writeAll(bytes, to: descriptor)
    } catch {
      firstFailure.withLock { $0 = $0 ?? error }
    }
  }
}

/// Changes that are put back on every way out.
extension Terminal {
  func hideCursor() {
    changes.withLock { $0.isCursorHidden = true }
    write(TerminalChanges.hideCursor)
  }

  func showCursor() {
    changes.withLock { $0.isCursorHidden = false }
    write(TerminalChanges.showCursor)
  }

  /// Keys are neither echoed nor collected into lines, until `restoreInput`. Whether that could be done.
  func quietInput() -> Bool {
    changes.withLock { changes in
      var attributes = termios()
      guard tcgetattr(descriptor, &attributes) == 0 else { return false }
      changes.attributes = attributes
      var quiet = TerminalChanges.quiet(attributes)
      return tcsetattr(descriptor, TCSANOW, &quiet) == 0
    }
  }

  func restoreInput(droppingInput: Bool = false) {
    changes.withLock { changes in
      guard var attributes = changes.attributes else { return }
      changes.attributes = nil
      tcsetattr(descriptor, droppingInput ? TCSAFLUSH : TCSANOW, &attributes)
    }
  }

  /// Puts everything back while another thread may be in the middle of a picture.
  func abandon() {
    let wasChanged = isChanged
    restoreInput()
    if wasChanged { write(TerminalChanges.endUnfinished + TerminalChanges.showCursor) }
  }

  /// Puts everything back while `body` runs.
  func withoutChanges(_ body: () -> Void) {
    var (attributes, isCursorHidden) = changes.withLock { ($0.attributes, $0.isCursorHidden) }
    if attributes != nil { tcsetattr(descriptor, TCSANOW, &attributes!) }
    if isCursorHidden { write(TerminalChanges.showCursor) }
    body()
    if isCursorHidden { write(TerminalChanges.hideCursor) }
    if var quiet = attributes.map(TerminalChanges.quiet) { tcsetattr(descriptor, TCSANOW, &quiet) }
  }

  private var isChanged: Bool { changes.withLock { $0.isCursorHidden || $0.attributes != nil } }
}
