import LazuliCore
import Synchronization

/// A sink that writes down what it is told and lets a test wait for the end.
final class RecordingSink: TransportSink {
  struct Record {
    var addresses: [ConnectionAddress] = []
    var heads: [ResponseHead] = []
    var bytes: [UInt8] = []
    var ends: [ImageError?] = []
    var waiting: CheckedContinuation<Void, Never>?
    /// Answers to come, then `accept`.
    var answers: [SinkAnswer] = []
    var onPause: (@Sendable () -> Void)?
  }

  private let record: Mutex<Record>
  private let allows: Bool

  init(allows: Bool = true, answers: [SinkAnswer] = []) {
    self.allows = allows
    record = Mutex(Record(answers: answers))
  }

  var state: Record { record.withLock { $0 } }

  func onPause(_ body: @escaping @Sendable () -> Void) { record.withLock { $0.onPause = body } }

  func allowsConnection(to address: ConnectionAddress) -> Bool {
    record.withLock { $0.addresses.append(address) }
    return allows
  }

  func receive(_ response: ResponseHead) { record.withLock { $0.heads.append(response) } }

  func receive(_ chunk: ByteChunk) -> SinkAnswer {
    let (answer, onPause) = record.withLock { record -> (SinkAnswer, (@Sendable () -> Void)?) in
      let answer = record.answers.isEmpty ? .accept : record.answers.removeFirst()
      if answer == .accept { chunk.withUnsafeBytes { record.bytes += $0 } }
      return (answer, record.onPause)
    }
    if answer == .pause { onPause?() }
    return answer
  }

  func done(_ error: ImageError?) {
    let waiting = record.withLock { record -> CheckedContinuation<Void, Never>? in
      record.ends.append(error)
      return record.waiting
    }
    waiting?.resume()
  }

  /// Returns when the transfer has ended.
  func end() async {
    await withCheckedContinuation { continuation in
      let isDone = record.withLock { record -> Bool in
        if record.ends.isEmpty { record.waiting = continuation }
        return !record.ends.isEmpty
      }
      if isDone { continuation.resume() }
    }
  }
}
