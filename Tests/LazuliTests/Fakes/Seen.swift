import LazuliCore
import Synchronization

/// The last hint that a door was asked with.
final class Seen: Sendable {
  private let state = Mutex<FormatHint?>(nil)
  var hint: FormatHint? { state.withLock { $0 } }
  func set(_ hint: FormatHint) { state.withLock { $0 = hint } }
}
