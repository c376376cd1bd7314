import LazuliCore
import Synchronization

@testable import Lazuli

/// A transport which answers each URL by a script, on a loop of its own.
final class FakeTransport: Transport {
  /// One thing that a transfer does.
  enum Step: Sendable {
    case connect(ConnectionAddress)
    case head(ResponseHead)
    case chunk([UInt8])
    /// Goes on when the gate opens.
    case gate(Gate)
    /// Goes on only to end as cancelled.
    case hang
    case fail(ImageError)
  }

  let plugin = "test.transport"
  private let scripts: [String: [Step]]
  private let loop = DecodeThreads(count: 1)
  private let opened = Mutex<[TransportRequest]>([])
  /// Fires with the first cancelled transfer.
  let cancelled = Signal()
  /// Fires when a sink answers "pause" for the first time.
  let paused = Signal()
  /// Fires when a transfer hangs.
  let hanging = Signal()
  /// Fires when a transfer was told to its end.
  let ended = Signal()
  /// The chunks that were accepted so far.
  let acceptedCount = Mutex(0)

  /// Scripts by serialised URL.
  init(_ scripts: [String: [Step]]) {
    self.scripts = scripts
  }

  var requests: [TransportRequest] { opened.withLock { $0 } }

  func open(_ request: TransportRequest, sink: any TransportSink) throws(ImageError) -> any TransportTransfer {
    opened.withLock { $0.append(request) }
    guard let script = scripts[request.url.serialized] else {
      throw ImageError(.notFound, at: .fetch, "No script for \(request.url.serialized)")
    }
    try loop.start()
    let transfer = FakeTransfer(script, self, sink)
    transfer.goOn()
    return transfer
  }

  fileprivate func run(_ job: @escaping @Sendable () -> Void) { loop.run(.normal, job) }
}

extension [FakeTransport.Step] {
  /// An answer with a body in pieces.
  static func answer(
    _ status: Int? = 200, _ fields: [HeaderField] = [], length: Int? = nil, chunks: [[UInt8]] = []
  ) -> Self {
    [.head(ResponseHead(status: status, fields: fields, expectedByteCount: length))] + chunks.map { .chunk($0) }
  }

  static func redirect(_ status: Int = 302, to location: String) -> Self {
    answer(status, [HeaderField("Location", location)])
  }
}

private final class FakeTransfer: TransportTransfer {
  private struct State {
    var steps: ArraySlice<FakeTransport.Step>
    var isDone = false
    var isCancelled = false
  }

  private let state: Mutex<State>
  private let transport: FakeTransport
  private let sink: any TransportSink

  init(_ steps: [FakeTransport.Step], _ transport: FakeTransport, _ sink: any TransportSink) {
    state = Mutex(State(steps: steps[...]))
    self.transport = transport
    self.sink = sink
  }

  func goOn() { transport.run { self.run() } }
  func unpause() { goOn() }
  func setPriority(_ priority: RequestPriority) {}

  func cancel() {
    transport.cancelled.fire()
    state.withLock { $0.isCancelled = true }
    transport.run { self.end(ImageError(.cancelled, at: .fetch, "Cancelled")) }
  }

  /// On the loop.
  private func run() {
    while !state.withLock({ $0.isDone }) {
      guard let step = state.withLock({ $0.steps.first }) else { return end(nil) }
      guard !state.withLock({ $0.isCancelled }), perform(step) else { return }
      state.withLock { _ = $0.steps.popFirst() }
    }
  }

  /// Whether the script goes on.
  private func perform(_ step: FakeTransport.Step) -> Bool {
    switch step {
    case .connect(let address):
      if sink.allowsConnection(to: address) { return true }
      end(ImageError(.denied, at: .fetch, "The host denied"))
      return false
    case .head(let head): sink.receive(head)
    case .chunk(let bytes): return offer(bytes)
    case .gate(let gate): gate.pass()
    case .hang:
      transport.hanging.fire()
      return false
    case .fail(let error):
      end(error)
      return false
    }
    return true
  }

  private func offer(_ bytes: [UInt8]) -> Bool {
    switch sink.receive(ByteChunk(bytes)) {
    case .accept:
      transport.acceptedCount.withLock { $0 += 1 }
      return true
    case .pause: transport.paused.fire()
    case .abort: end(ImageError(.cancelled, at: .fetch, "Aborted"))
    }
    return false
  }

  private func end(_ error: ImageError?) {
    let isFirst = state.withLock { state in
      defer { state.isDone = true }
      return !state.isDone
    }
    guard isFirst else { return }
    sink.done(error)
    transport.ended.fire()
  }
}
