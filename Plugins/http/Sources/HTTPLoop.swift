import CLazuliHTTP
import CLazuliKit
import LazuliABI
import LazuliPluginKit

/// The thread which drives libcurl: starts what may start, lets curl work, hands on what has come.
final class HTTPLoop: TransportLoop, @unchecked Sendable {
  // Unchecked: but for `wake`, which libcurl allows, all of it belongs to the loop's thread.
  /// Milliseconds between two looks at the speed of transfers.
  private static let lookInterval: Int32 = 250
  private static let longRest: Int32 = 60_000

  /// For the bodies; curl hands out 16 KiB at once, so that some pieces become one.
  let blocks = BlockPool(blockCapacity: HTTPTransfer.blockCapacity, maximumIdleCount: 64)
  private let settings: HTTPSettings
  private var client: OpaquePointer?
  private var queue: RequestQueue
  private var running: [HTTPTransfer] = []
  private var touched: [HTTPTransfer] = []
  private var lastLook: UInt64 = 0
  /// Whether something has ended in this turn, and made room for what waits.
  private var hasMoreRoom = false

  init(_ settings: HTTPSettings) {
    self.settings = settings
    queue = RequestQueue(settings)
    super.init(name: "lazuli-http")
  }

  override func prepare() throws(PluginError) {
    var events = HTTPTransfer.events
    client = settings.caFile.withUnsafeBytes { caFile in
      settings.proxy.withUnsafeBytes { proxy in
        var options = lzlhttp_options(
          connections: UInt32(settings.connections), connections_per_host: UInt32(settings.connectionsPerHost),
          offers_http2: settings.offersHTTP2, ca_file: caFile.bindMemory(to: CChar.self).baseAddress,
          proxy: proxy.bindMemory(to: CChar.self).baseAddress)
        if caFile.isEmpty { options.ca_file = nil }
        if proxy.isEmpty { options.proxy = nil }
        return lzlhttp_client_make(&options, &events)
      }
    }
    if client == nil { throw PluginError(LZL_ERROR_OUT_OF_MEMORY, "libcurl could not be started") }
  }

  override func turn() -> Bool {
    hasMoreRoom = false
    startWaiting()
    lzlhttp_client_perform(client)
    concludeDone()
    checkSpeeds()
    tendTouched()
    return hasMoreRoom
  }

  override func rest() {
    lzlhttp_client_wait(client, running.isEmpty ? Self.longRest : Self.lookInterval)
  }

  override func wake() {
    lzlhttp_client_wake(client)
  }

  override func close() {
    touched = []
    if let client { lzlhttp_client_free(client) }
    client = nil
  }

  // MARK: For transfers

  func enqueue(_ transfer: HTTPTransfer) {
    transfer.host = queue.append(transfer)
  }

  /// Asks for the transfer to be tended to when curl has returned.
  func touch(_ transfer: HTTPTransfer) {
    guard !transfer.isTouched else { return }
    transfer.isTouched = true
    touched.append(transfer)
  }

  /// The exchange of a transfer has ended.
  func release(_ transfer: HTTPTransfer) {
    hasMoreRoom = true
    queue.release(transfer.host)
    running.removeAll { $0 === transfer }
  }

  /// The transfer has ended before it could start.
  func forget(_ transfer: HTTPTransfer) {
    queue.remove(transfer)
  }

  // MARK: The turn

  private func startWaiting() {
    while let client, running.count < settings.connections, let transfer = queue.takeNext() {
      running.append(transfer)
      transfer.start(client)
    }
  }

  private func concludeDone() {
    var owner: UnsafeMutableRawPointer?
    var code: Int32 = 0
    while lzlhttp_client_next_done(client, &owner, &code) {
      HTTPTransfer.from(owner)?.conclude(code)
    }
  }

  private func tendTouched() {
    while let transfer = touched.popLast() {
      transfer.isTouched = false
      transfer.tend()
    }
  }

  private func checkSpeeds() {
    let now = lzlkit_monotonic_nanoseconds()
    guard now - lastLook >= UInt64(Self.lookInterval) * 1_000_000 else { return }
    lastLook = now
    for transfer in running { transfer.checkSpeed(now: now) }
  }
}
