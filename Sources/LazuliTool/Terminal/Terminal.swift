import Glibc
import Synchronization

/// What is known of a terminal behind a file descriptor.
final class Terminal: Sendable {
  let descriptor: Int32
  /// What the first write that failed ended with.
  private let firstFailure = Mutex<SystemError?>(nil)

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

  /// Writes all of it, or as much as the other side takes: then `failure` says why.
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      do throws(SystemError) {
        try writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
      } catch {
        firstFailure.withLock { $0 = $0 ?? error }
      }
    }
  }
}
