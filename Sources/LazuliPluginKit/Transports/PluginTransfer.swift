import LazuliABI

/// One request under way, as a plugin author writes it: a subclass overrides what happens at a signal of
/// the host and calls `connect`, `respond`, `deliver` and `finish`, all on the loop's thread.
///
/// Keeps the rules of the sink: one call at a time, the response once and first, `done` once and last;
/// a pause that the host ends before it has returned is not lost; a handle stays legal after `done` and
/// after the transport's end.
open class PluginTransfer: @unchecked Sendable {
  // Unchecked: what threads share lies behind the loop's gate, the rest belongs to the loop's thread.
  // Final is what is not for overriding: see `TransportLoop`.
  private enum Flow {
    case idle, delivering, endedEarly, paused
  }

  public let loop: TransportLoop
  /// The body at the most.
  public let maximumByteCount: UInt64
  /// Bytes that the host has taken.
  public private(set) var deliveredByteCount: UInt64 = 0
  /// `LZL_PRIORITY_…`, or a number between, as the host has asked last.
  public private(set) var priority: UInt32
  /// Whether the head of the response has gone to the host.
  public private(set) var hasResponded = false

  /// Where the loop keeps it.
  var liveIndex: Int?
  private var sink = lzl_sink()
  private var expectedByteCount: UInt64 = LZL_UNKNOWN

  // Behind the gate.
  private var signals: TransferSignals = []
  private var flow = Flow.idle
  private var isCancelled = false
  private var isDone = false
  private var wantedPriority: UInt32

  public init(_ request: PluginRequest, loop: TransportLoop) {
    self.loop = loop
    maximumByteCount = request.maximumByteCount
    priority = request.priority
    wantedPriority = request.priority
  }

  // MARK: For subclasses to override, on the loop's thread

  /// The request begins.
  open func opened() {}

  /// The host takes data again.
  open func unpaused() {}

  /// The priority has changed.
  open func prioritized() {}

  /// The transfer ends, however it came to that: the place to free what it holds. Once, before the
  /// host is told.
  open func ended() {}

  // MARK: For subclasses to call, on the loop's thread

  /// Whether the host has paused the body.
  public final var isPaused: Bool { loop.gate.withLock { flow == .paused } }

  /// Asks the host for a connection; throws what the transfer has to end with.
  public final func connect(_ address: lzl_address) throws(PluginError) {
    try checkUnderWay()
    var address = address
    if sink.connect?(sink.context, handle, &address) == LZL_CONNECT_ALLOW { return }
    throw PluginError(LZL_ERROR_DENIED, "The policy of the host denies a connection to this address")
  }

  /// Hands over the head of the response, once.
  public final func respond(_ response: PluginResponse) throws(PluginError) {
    try checkUnderWay()
    guard !hasResponded else { throw PluginError(LZL_ERROR_INTERNAL, "The transport gave two responses") }
    hasResponded = true
    expectedByteCount = response.expectedByteCount
    response.withCValue { sink.response?(sink.context, handle, $0) }
  }

  /// Hands over a piece of the body: true when the host has taken it. When not, `unpaused` follows, and
  /// the piece is to be given again. Whoever calls keeps what was not taken, also when it throws.
  public final func deliver(_ block: BodyBlock) throws(PluginError) -> Bool {
    try checkUnderWay()
    try check(adding: UInt64(block.count))
    guard block.count > 0 else {
      block.release()
      return true
    }
    guard begin() else { return false }
    var body = block.body
    let answer = sink.data?(sink.context, handle, &body)
    switch answer {
    case LZL_DATA_ACCEPT:
      settle()
      deliveredByteCount += UInt64(block.count)
      return true
    case LZL_DATA_PAUSE:
      pause()
      return false
    default:
      settle()
      throw Self.cancelled
    }
  }

  /// Ends the transfer, with the whole body delivered or with an error. Nothing happens the second time.
  public final func finish(_ error: PluginError? = nil) {
    let isFirst = loop.gate.withLock {
      defer { isDone = true }
      return !isDone
    }
    guard isFirst else { return }
    ended()
    if let error = error ?? shortfall {
      var value = error.cValue
      sink.done?(sink.context, handle, &value)
    } else {
      sink.done?(sink.context, handle, nil)
    }
    loop.remove(self)
  }

  /// Whether `finish` was called.
  final var isOver: Bool { loop.gate.withLock { isDone } }

  private static var cancelled: PluginError {
    PluginError(LZL_ERROR_CANCELLED, "The transfer was cancelled")
  }

  private final var shortfall: PluginError? {
    guard expectedByteCount != LZL_UNKNOWN, deliveredByteCount < expectedByteCount else { return nil }
    return PluginError(LZL_ERROR_CONNECTION_LOST, "Fewer bytes came than were announced")
  }

  private final var handle: OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
  }

  private final func checkUnderWay() throws(PluginError) {
    let isOver = loop.gate.withLock { isDone || isCancelled }
    if isOver { throw Self.cancelled }
  }

  private final func check(adding count: UInt64) throws(PluginError) {
    guard hasResponded else {
      throw PluginError(LZL_ERROR_INTERNAL, "The transport gave a body without a response")
    }
    let (total, overflow) = deliveredByteCount.addingReportingOverflow(count)
    guard !overflow, total <= maximumByteCount else { throw .bodyLimit(needed: LZL_UNKNOWN) }
  }

  private final func begin() -> Bool {
    loop.gate.withLock {
      guard flow != .paused else { return false }
      flow = .delivering
      return true
    }
  }

  private final func settle() {
    loop.gate.withLock { flow = .idle }
  }

  /// The host may have called `unpause` since `data` was entered: then the signal is given now.
  private final func pause() {
    loop.gate.withLock {
      if flow == .endedEarly {
        flow = .idle
        raise(.unpaused)
      } else {
        flow = .paused
      }
    }
  }
}

// MARK: What the host's threads do

extension PluginTransfer {
  /// Starts it: from here on the sink may be called.
  final func open(sink: lzl_sink) {
    self.sink = sink
    loop.gate.withLock { raise(.opened) }
  }

  final func unpause() {
    loop.gate.withLock {
      if flow == .delivering { flow = .endedEarly }
      guard flow == .paused else { return }
      flow = .idle
      raise(.unpaused)
    }
  }

  final func cancel() {
    loop.gate.withLock {
      guard !isCancelled else { return }
      isCancelled = true
      raise(.cancelled)
    }
  }

  final func setPriority(_ priority: UInt32) {
    loop.gate.withLock {
      guard wantedPriority != priority else { return }
      wantedPriority = priority
      raise(.prioritized)
    }
  }

  /// The gate is locked.
  private final func raise(_ signal: TransferSignals) {
    guard !isDone else { return }
    let isWaiting = !signals.isEmpty
    signals.insert(signal)
    if !isWaiting { loop.post(self) }
  }
}

// MARK: What the loop does

extension PluginTransfer {
  final func takeSignals() -> TransferSignals {
    loop.gate.withLock {
      priority = wantedPriority
      defer { signals = [] }
      return isDone ? [] : signals
    }
  }

  final func attend(to signals: TransferSignals) {
    if signals.contains(.cancelled) { return finish(Self.cancelled) }
    if signals.contains(.opened) { opened() }
    if signals.contains(.prioritized) { prioritized() }
    if signals.contains(.unpaused) { unpaused() }
  }
}

/// What the host has asked of a transfer since the loop last looked.
struct TransferSignals: OptionSet {
  let rawValue: UInt8

  static let opened = TransferSignals(rawValue: 1)
  static let cancelled = TransferSignals(rawValue: 2)
  static let unpaused = TransferSignals(rawValue: 4)
  static let prioritized = TransferSignals(rawValue: 8)
}

extension PluginError {
  /// The body is larger than the host allows.
  public static func bodyLimit(needed: UInt64) -> PluginError {
    .limit(LZL_LIMIT_ENCODED_BYTES, needed: needed, "The body is larger than the limit for encoded bytes")
  }
}
