import CLazuliHTTP
import CLazuliKit
import LazuliABI
import LazuliPluginKit

/// One HTTP request: waits in the queue, runs as an exchange of libcurl, and hands on what comes.
///
/// What curl calls only notes failures and fills a block; the transfer is tended to, and perhaps ended, when
/// curl has returned.
final class HTTPTransfer: PluginTransfer, @unchecked Sendable {
  // Unchecked: it changes on the loop's thread only.
  static let blockCapacity = 64 << 10
  private static let standardTimes = lzlhttp_times(connect: 5_000, whole: 30_000)

  private enum Stage {
    case waiting
    case running(OpaquePointer)
    /// The exchange has ended; the host has not taken everything yet.
    case draining(PluginError?)
    case over
  }

  /// Scheme, host and port.
  let origin: [UInt8]
  var host: HTTPHost?
  /// Counts the requests in the order of their coming.
  var arrival: UInt64 = 0
  var isTouched = false
  private let client: HTTPLoop
  private let plan: OpaquePointer
  private let times: lzlhttp_times
  private let decodesContent: Bool
  private var stage = Stage.waiting
  private var header = ResponseHeader()
  private var speed: SpeedWatch
  private var pending: BodyBlock?
  private var failure: PluginError?
  /// Bytes of the body still to come, when known.
  private var expectedByteCount: UInt64 = LZL_UNKNOWN
  /// Whether curl waits for the host.
  private var isHeld = false

  /// Takes the plan over.
  init(_ request: PluginRequest, plan: OpaquePointer, client: HTTPLoop) {
    self.plan = plan
    self.client = client
    origin = request.url.origin
    decodesContent = request.decodesContent
    times = Self.times(of: request)
    speed = SpeedWatch(bytesPerSecond: request.stallBytesPerSecond, milliseconds: request.stallDuration)
    super.init(request, loop: client)
  }

  deinit { lzlhttp_plan_free(plan) }

  private static func times(of request: PluginRequest) -> lzlhttp_times {
    var times = standardTimes
    if let connect = request.connectTimeout { times.connect = connect }
    if let whole = request.timeout { times.whole = whole == LZL_UNLIMITED_32 ? 0 : whole }
    return times
  }

  // MARK: The host's signals

  override func opened() { client.enqueue(self) }

  override func prioritized() {
    if let host, host.remove(self) { host.insert(self) }
  }

  override func unpaused() {
    tend()
    guard pending == nil, isHeld, case .running(let exchange) = stage else { return }
    isHeld = false
    let code = lzlhttp_exchange_resume(exchange)
    guard code != 0 else { return }
    failure = failure ?? .curl(code, exchange, hasResponded: hasResponded)
    client.touch(self)
  }

  override func ended() {
    switch stage {
    case .waiting: client.forget(self)
    case .running(let exchange): release(exchange)
    case .draining, .over: break
    }
    stage = .over
    pending?.release()
    pending = nil
  }

  // MARK: The loop's turn

  func start(_ client: OpaquePointer) {
    let owner = Unmanaged.passUnretained(self).toOpaque()
    guard let exchange = lzlhttp_exchange_start(client, plan, times, decodesContent, owner) else {
      failure = PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for another HTTP request")
      self.client.release(self)
      stage = .over
      return self.client.touch(self)
    }
    stage = .running(exchange)
  }

  /// curl has come to its end with this request.
  func conclude(_ code: Int32) {
    guard case .running(let exchange) = stage else { return }
    if isToBeRepeated(code, exchange), lzlhttp_exchange_repeat(exchange) { return beginAgain() }
    let error: PluginError? = code == 0 ? nil : .curl(code, exchange, hasResponded: hasResponded)
    release(exchange)
    stage = .draining(error)
    client.touch(self)
  }

  /// A server which sent more than it announced, or closed just now, has spoilt the connection for whoever uses
  /// it next: a GET may be repeated (RFC 9110, 9.2.2), over a new one.
  private func isToBeRepeated(_ code: Int32, _ exchange: OpaquePointer) -> Bool {
    guard !hasResponded, failure == nil, lzlhttp_plan_is_safe(plan), lzlhttp_exchange_is_reusing(exchange) else {
      return false
    }
    let kind = lzlhttp_error_of(code)
    return kind == LZL_ERROR_PROTOCOL || kind == LZL_ERROR_CONNECTION_LOST
  }

  private func beginAgain() {
    header = ResponseHeader()
    speed.end()
  }

  /// Hands on what has come, and ends the transfer where it is over.
  func tend() {
    if let failure { return finish(failure) }
    do throws(PluginError) {
      guard try flush(), case .draining(let error) = stage else { return }
      finish(error ?? missingResponse)
    } catch {
      finish(error)
    }
  }

  func checkSpeed(now: UInt64) {
    guard speed.isTooSlow(now: now, isPaused: isPaused) else { return }
    failure = failure ?? PluginError(LZL_ERROR_STALLED, "The server sent too slowly for too long")
    client.touch(self)
  }

  private func release(_ exchange: OpaquePointer) {
    lzlhttp_exchange_end(exchange)
    client.release(self)
  }

  private var missingResponse: PluginError? {
    hasResponded ? nil : PluginError(LZL_ERROR_PROTOCOL, "The server gave no response")
  }

  /// True when nothing is left that the host has not taken.
  private func flush() throws(PluginError) -> Bool {
    guard let block = pending else { return true }
    guard try deliver(block) else { return false }
    pending = nil
    return true
  }

  // MARK: What curl calls

  func attempt(_ body: () throws(PluginError) -> Void) -> Bool {
    guard failure == nil else { return false }
    do throws(PluginError) {
      try body()
      return true
    } catch {
      failure = error
      client.touch(self)
      return false
    }
  }

  func isReady() -> Bool {
    speed.begin(now: lzlkit_monotonic_nanoseconds())
    return failure == nil
  }

  func take(headerLine line: UnsafeBufferPointer<UInt8>) throws(PluginError) {
    speed.add(line.count)
    guard try header.take(line) else { return }
    let response = try header.response(isBodyless: lzlhttp_plan_has_no_body(plan), decodesContent: decodesContent)
    host?.speaksHTTP2 = response.protocolVersion >= 20
    expectedByteCount = response.expectedByteCount
    try respond(response)
    // Not for a redirect or an error: there the host wants the head.
    guard response.status / 100 == 2, expectedByteCount != LZL_UNKNOWN, expectedByteCount > maximumByteCount else {
      return
    }
    throw .bodyLimit(needed: expectedByteCount)
  }

  /// False when the host has paused; the bytes come again then.
  func take(_ bytes: UnsafeRawBufferPointer) throws(PluginError) -> Bool {
    speed.add(bytes.count)
    let known = deliveredByteCount + UInt64(pending?.count ?? 0)
    guard known + UInt64(bytes.count) <= maximumByteCount else { throw .bodyLimit(needed: LZL_UNKNOWN) }
    if let block = pending, block.free.count < bytes.count {
      guard try flush() else { return false }
    }
    var block: BodyBlock
    if let pending { block = pending } else { block = try makeBlock(for: bytes.count) }
    block.free.copyMemory(from: bytes)
    block.count += bytes.count
    pending = block
    client.touch(self)
    return true
  }

  func hold() -> Int32 {
    isHeld = true
    return LZLHTTP_PAUSE
  }

  private func makeBlock(for byteCount: Int) throws(PluginError) -> BodyBlock {
    var wanted = Self.blockCapacity
    if expectedByteCount != LZL_UNKNOWN, expectedByteCount >= deliveredByteCount {
      wanted = min(wanted, Int(clamping: expectedByteCount - deliveredByteCount))
    }
    wanted = max(wanted, byteCount)
    let block = wanted > Self.blockCapacity ? BodyBlock(capacity: wanted) : client.blocks.take(for: wanted)
    guard let block else { throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the body of the response") }
    return block
  }
}

extension lzl_url {
  /// Scheme, host and port as one key.
  fileprivate var origin: [UInt8] {
    var key = [UInt8](copying: scheme) + [UInt8](copying: host)
    key += [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
    return key
  }
}
