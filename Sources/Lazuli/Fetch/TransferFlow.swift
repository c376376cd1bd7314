import LazuliCore
import Synchronization

/// How much of a body waits for its receiver: above a mark the transport pauses, below half of it it
/// goes on. The queue never is the memory.
///
/// Also the way to the transfer for whoever cancels, from any thread.
final class TransferFlow: Sendable {
  private struct State {
    var transfer: (any TransportTransfer)?
    var receivedByteCount = 0
    /// What was received weighs, and what of it does not wait any more.
    var receivedWeight = 0
    var takenWeight = 0
    var expectedByteCount: Int?
    var isPaused = false
    var isCancelled = false
    var priority = RequestPriority.normal
  }

  private let state: Mutex<State>
  private let highMark: Int

  init(highMark: Int, priority: RequestPriority = .normal) {
    self.highMark = max(highMark, 1)
    state = Mutex(State(priority: priority))
  }

  /// That of transfers to come.
  var priority: RequestPriority { state.withLock { $0.priority } }

  /// Changes that of the transfer which runs, and of those to come.
  func setPriority(_ priority: RequestPriority) {
    let transfer = state.withLock { state in
      state.priority = priority
      return state.transfer
    }
    transfer?.setPriority(priority)
  }

  /// A new transfer, from its first byte.
  func begin() {
    state.withLock { state in
      state = State(isCancelled: state.isCancelled, priority: state.priority)
    }
  }

  /// The transfer that runs, opened with a priority which may have changed; cancelled at once when everything is.
  func attach(_ transfer: any TransportTransfer, openedWith opened: RequestPriority = .normal) {
    let (isCancelled, priority) = state.withLock { state in
      state.transfer = transfer
      return (state.isCancelled, state.priority)
    }
    if isCancelled { transfer.cancel() } else if priority != opened { transfer.setPriority(priority) }
  }

  func expect(_ byteCount: Int?) {
    state.withLock { $0.expectedByteCount = byteCount }
  }

  /// What to answer to a chunk, on the transport's thread.
  func offer(_ chunk: ByteChunk) -> SinkAnswer {
    state.withLock { state in
      guard !state.isCancelled else { return .abort }
      guard state.receivedWeight - state.takenWeight < highMark else {
        state.isPaused = true
        return .pause
      }
      state.receivedByteCount += chunk.count
      state.receivedWeight += chunk.weight
      return .accept
    }
  }

  /// So much of what was received does not wait any more, by weight.
  func taken(_ weight: Int) {
    let resumed: (any TransportTransfer)? = state.withLock { state in
      state.takenWeight = max(state.takenWeight, weight)
      guard state.isPaused, state.receivedWeight - state.takenWeight <= highMark / 2 else { return nil }
      state.isPaused = false
      return state.transfer
    }
    resumed?.unpause()
  }

  /// Ends the transfer that runs.
  func leave() {
    state.withLock { $0.transfer }?.cancel()
  }

  /// The transfer is over.
  func done() {
    state.withLock { $0.transfer = nil }
  }

  /// Ends the transfer that runs, and each that comes.
  func cancel() {
    let transfer = state.withLock { state in
      state.isCancelled = true
      return state.transfer
    }
    transfer?.cancel()
  }

  /// Nothing more is wanted. A body which is there already ends by itself, and its connection lives on.
  func finish() {
    let isComplete = state.withLock { state in
      state.expectedByteCount.map { state.receivedByteCount >= $0 } ?? false
    }
    if !isComplete { cancel() }
  }
}
