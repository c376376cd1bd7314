import Lazuli
import ScriptedServer
import Synchronization

/// An end of a transfer that judges connections as it likes, and takes everything.
final class JudgingSink: TransportSink {
  /// What was seen of a transfer.
  struct Answer: Sendable {
    var addresses: [ConnectionAddress] = []
    var hasResponse = false
    var byteCount = 0
    var error: ImageError?
  }

  private let judge: @Sendable (ConnectionAddress) -> Bool
  private let atFirstChunk: @Sendable () -> Void
  private let answer = Mutex(Answer())
  private let end = Latch()

  private init(_ judge: @escaping @Sendable (ConnectionAddress) -> Bool, _ atFirstChunk: @escaping @Sendable () -> Void)
  {
    self.judge = judge
    self.atFirstChunk = atFirstChunk
  }

  /// Runs a transfer to its end. `atFirstChunk` is called on the transport's thread.
  static func run(
    _ catalog: PluginCatalog, _ url: String, atFirstChunk: @escaping @Sendable () -> Void = {},
    judge: @escaping @Sendable (ConnectionAddress) -> Bool
  ) async throws -> Answer {
    let sink = JudgingSink(judge, atFirstChunk)
    let url = try ResourceURL(url)
    let transport = try catalog.transport(for: url.scheme)
    let transfer = try transport.open(TransportRequest(url: url), sink: sink)
    await sink.end.wait()
    _ = transfer
    return sink.answer.withLock { $0 }
  }

  func allowsConnection(to address: ConnectionAddress) -> Bool {
    answer.withLock { $0.addresses.append(address) }
    return judge(address)
  }

  func receive(_ response: ResponseHead) { answer.withLock { $0.hasResponse = true } }

  func receive(_ chunk: ByteChunk) -> SinkAnswer {
    let isFirst = answer.withLock { answer in
      defer { answer.byteCount += chunk.count }
      return answer.byteCount == 0
    }
    if isFirst { atFirstChunk() }
    return .accept
  }

  func done(_ error: ImageError?) {
    answer.withLock { $0.error = error }
    end.open()
  }
}
