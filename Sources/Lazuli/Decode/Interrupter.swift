import LazuliCore
import Synchronization

/// A way to the decoder at work, for whoever cancels from another thread.
///
/// The decoder is lent while it lives; `interrupt` never meets its end.
final class Interrupter: Sendable {
  private struct Loan: @unchecked Sendable {
    // Unchecked: only `interrupt` is called through it, which decoders allow from any thread, and
    // only under the lock that ends the loan.
    var decoder: (any ImageDecoder)?
    var isInterrupted = false
  }

  private let loan = Mutex(Loan())

  init() {}

  /// Lends a decoder; `nil` takes it back, before its last reference goes.
  func lend(_ decoder: (any ImageDecoder)?) {
    let next = Loan(decoder: decoder)
    loan.withLock { $0.decoder = next.decoder }
  }

  /// Asks the decoder to end its step soon, if there is one, and remembers.
  func interrupt() {
    loan.withLock { loan in
      loan.isInterrupted = true
      loan.decoder?.interrupt()
    }
  }

  /// Whether somebody interrupted.
  var isInterrupted: Bool { loan.withLock { $0.isInterrupted } }
}
