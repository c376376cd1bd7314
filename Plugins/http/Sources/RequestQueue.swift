import LazuliPluginKit

/// Requests which wait for a place: the highest priority goes first, then who came first.
struct RequestQueue {
  /// Hosts to remember; those with requests under way or waiting come on top.
  private static let rememberedHosts = 256

  private let connections: Int
  private let connectionsPerHost: Int
  private var hosts: [HTTPHost] = []
  private var count: UInt64 = 0

  init(_ settings: HTTPSettings) {
    connections = settings.connections
    connectionsPerHost = settings.connectionsPerHost
  }

  /// Appends a request, and answers the host that it is for.
  mutating func append(_ transfer: HTTPTransfer) -> HTTPHost {
    let host = host(of: transfer.origin)
    host.userCount += 1
    transfer.arrival = count
    count += 1
    host.insert(transfer)
    return host
  }

  func remove(_ transfer: HTTPTransfer) {
    transfer.host?.remove(transfer)
    transfer.host?.userCount -= 1
  }

  /// Takes the next that may start.
  func takeNext() -> HTTPTransfer? {
    var best: HTTPTransfer?
    for host in hosts where hasRoom(host) {
      if let first = host.waiting.first, best.map(first.precedes) ?? true { best = first }
    }
    guard let best, let host = best.host else { return nil }
    host.waiting.removeFirst()
    host.runningCount += 1
    return best
  }

  /// Gives back the place of a request that `takeNext` gave out.
  func release(_ host: HTTPHost?) {
    host?.runningCount -= 1
    host?.userCount -= 1
  }

  private func hasRoom(_ host: HTTPHost) -> Bool {
    host.runningCount < (host.speaksHTTP2 ? connections : connectionsPerHost)
  }

  private mutating func host(of origin: [UInt8]) -> HTTPHost {
    if let known = hosts.first(where: { $0.origin.elementsEqual(origin) }) { return known }
    if hosts.count >= Self.rememberedHosts, let idle = hosts.firstIndex(where: { $0.userCount == 0 }) {
      hosts.remove(at: idle)
    }
    let host = HTTPHost(origin: origin)
    hosts.append(host)
    return host
  }
}

/// One scheme, host and port.
final class HTTPHost {
  let origin: [UInt8]
  /// In the order in which they are to go.
  var waiting: [HTTPTransfer] = []
  /// Requests which wait for it or run.
  var userCount = 0
  var runningCount = 0
  /// Its last response came over HTTP/2: then requests share a connection, and need not wait.
  var speaksHTTP2 = false

  init(origin: [UInt8]) { self.origin = origin }

  func insert(_ transfer: HTTPTransfer) {
    let last = waiting.lastIndex { $0.precedes(transfer) }
    waiting.insert(transfer, at: last.map { $0 + 1 } ?? 0)
  }

  /// Answers whether it waited.
  @discardableResult
  func remove(_ transfer: HTTPTransfer) -> Bool {
    guard let index = waiting.firstIndex(where: { $0 === transfer }) else { return false }
    waiting.remove(at: index)
    return true
  }
}

extension HTTPTransfer {
  /// Whether it goes first where both wait.
  fileprivate func precedes(_ other: HTTPTransfer) -> Bool {
    priority == other.priority ? arrival < other.arrival : priority > other.priority
  }
}
