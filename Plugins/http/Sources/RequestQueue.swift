import LazuliPluginKit

/// Requests which wait for a place: the highest priority goes first, then who came first.
struct RequestQueue {
  /// Hosts to remember; those with requests under way or waiting come on top.
  private static let rememberedHosts = 256

  private let connections: Int
  private let connectionsPerHost: Int
  private var waiting: [HTTPTransfer] = []
  private var hosts: [HTTPHost] = []

  init(_ settings: HTTPSettings) {
    connections = settings.connections
    connectionsPerHost = settings.connectionsPerHost
  }

  /// Appends a request, and answers the host that it is for.
  mutating func append(_ transfer: HTTPTransfer) -> HTTPHost {
    waiting.append(transfer)
    let host = host(of: transfer.origin)
    host.userCount += 1
    return host
  }

  mutating func remove(_ transfer: HTTPTransfer) {
    waiting.removeAll { $0 === transfer }
    transfer.host?.userCount -= 1
  }

  /// Takes the next that may start.
  mutating func takeNext() -> HTTPTransfer? {
    var best: Int?
    for (index, transfer) in waiting.enumerated() where hasRoom(transfer.host) {
      if let best, waiting[best].priority >= transfer.priority { continue }
      best = index
    }
    guard let best else { return nil }
    let transfer = waiting.remove(at: best)
    transfer.host?.runningCount += 1
    return transfer
  }

  /// Gives back the place of a request that `takeNext` gave out.
  func release(_ host: HTTPHost?) {
    host?.runningCount -= 1
    host?.userCount -= 1
  }

  private func hasRoom(_ host: HTTPHost?) -> Bool {
    guard let host else { return true }
    return host.runningCount < (host.speaksHTTP2 ? connections : connectionsPerHost)
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
  /// Requests which wait for it or run.
  var userCount = 0
  var runningCount = 0
  /// Its last response came over HTTP/2: then requests share a connection, and need not wait.
  var speaksHTTP2 = false

  init(origin: [UInt8]) { self.origin = origin }
}
