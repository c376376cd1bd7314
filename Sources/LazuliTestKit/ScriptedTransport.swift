public import Lazuli
import Synchronization

/// A transport which answers each URL by a script, on a thread of its own.
public final class ScriptedTransport: Transport {
  /// One thing that a transfer does.
  public enum Step: Sendable {
    case connect(ConnectionAddress)
    case head(ResponseHead)
    case chunk([UInt8])
    /// Holds up this transport, until the gate opens.
    case gate(Gate)
    /// Goes on only to end as cancelled.
    case hang
    case fail(ImageError)
  }

  /// What the transport was asked for so far.
  public struct Record: Sendable {
    /// In their order.
    public var requests: [TransportRequest] = []
    /// Changes of priority, in their order, by serialised URL.
    public var priorities: [(url: String, priority: RequestPriority)] = []
    /// Serialised URLs of cancelled transfers.
    public var cancellations: [String] = []
    /// Pieces that were accepted.
    public var acceptedCount = 0
    /// Transfers under way, and the most that there were at a time, in all.
    public var runningCount = 0
    public var maximumRunningCount = 0
    /// The most that there were at a time of one URL.
    public var maximumRunningCountPerURL = 0
    fileprivate var running: [String: Int] = [:]
  }

  public let plugin = "test.transport"
  private let script: @Sendable (String) -> [Step]?
  private let loop = ScriptLoop()
  private let state = Mutex(Record())
  /// Fires with the first cancelled transfer.
  public let cancelled = Signal()
  /// Fires when a sink answers "pause" for the first time.
  public let paused = Signal()
  /// Fires when a transfer hangs.
  public let hanging = Signal()
  /// Fires when a transfer was told to its end.
  public let ended = Signal()

  /// Scripts by serialised URL; what has none is not found.
  public convenience init(_ scripts: [String: [Step]]) {
    self.init { scripts[$0] }
  }

  /// `script` answers for each serialised URL, on decode threads; `nil` is not found.
  public init(_ script: @escaping @Sendable (String) -> [Step]?) {
    self.script = script
  }

  public var record: Record { state.withLock { $0 } }
  public var requests: [TransportRequest] { record.requests }
  /// The serialised URLs that were asked for, in their order.
  public var urls: [String] { requests.map(\.url.serialized) }

  public func open(
    _ request: TransportRequest, sink: any TransportSink
  ) throws(ImageError) -> any TransportTransfer {
    let url = request.url.serialized
    state.withLock { $0.requests.append(request) }
    guard let script = script(url) else {
      throw ImageError(.notFound, at: .fetch, "No script for \(url)")
    }
    state.withLock { $0.begin(url) }
    let transfer = ScriptedTransfer(script, url, self, sink)
    transfer.goOn()
    return transfer
  }

  fileprivate func run(_ job: @escaping @Sendable () -> Void) { loop.run(job) }
  fileprivate func note(_ change: (inout Record) -> Void) { state.withLock { change(&$0) } }
}

extension ScriptedTransport.Record {
  fileprivate mutating func begin(_ url: String) {
    runningCount += 1
    running[url, default: 0] += 1
    maximumRunningCount = max(maximumRunningCount, runningCount)
    maximumRunningCountPerURL = max(maximumRunningCountPerURL, running[url] ?? 0)
  }

  fileprivate mutating func end(_ url: String) {
    runningCount -= 1
    running[url] = running[url].flatMap { $0 > 1 ? $0 - 1 : nil }
  }
}

extension [ScriptedTransport.Step] {
  /// An answer with a body in pieces.
  public static func answer(
    _ status: Int? = 200, _ fields: [HeaderField] = [], length: Int? = nil, chunks: [[UInt8]] = []
  ) -> Self {
    [.head(ResponseHead(status: status, fields: fields, expectedByteCount: length))] + chunks.map { .chunk($0) }
  }

  public static func redirect(_ status: Int = 302, to location: String) -> Self {
    answer(status, [HeaderField("Location", location)])
  }
}

private final class ScriptedTransfer: TransportTransfer {
  private struct State {
    var steps: ArraySlice<ScriptedTransport.Step>
    var isDone = false
    var isCancelled = false
  }

  private let state: Mutex<State>
  private let url: String
  private let transport: ScriptedTransport
  private let sink: any TransportSink

  init(
    _ steps: [ScriptedTransport.Step], _ url: String, _ transport: ScriptedTransport, _ sink: any TransportSink
  ) {
    state = Mutex(State(steps: steps[...]))
    self.url = url
    self.transport = transport
    self.sink = sink
  }

  func goOn() { transport.run { self.run() } }
  func unpause() { goOn() }

  func setPriority(_ priority: RequestPriority) {
    transport.note { $0.priorities.append((url, priority)) }
  }

  func cancel() {
    transport.note { $0.cancellations.append(url) }
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
  private func perform(_ step: ScriptedTransport.Step) -> Bool {
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
      transport.note { $0.acceptedCount += 1 }
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
    transport.note { $0.end(url) }
    sink.done(error)
    transport.ended.fire()
  }
}
