/// Where requests may go, and how patiently: `network` of `lazuli.json`.
///
/// A value; the engine asks it for each URL, each redirect and each connection.
public struct NetworkPolicy: Sendable, Hashable {
  /// Lower case, without the colon; `nil`: all that have a plugin.
  public var schemes: Set<String>?
  /// Whether only hosts of the public network may be connected to; proxies are refused then, for
  /// what they connect to cannot be judged.
  public var deniesPrivateAddresses = false
  public var allowsProxies = true
  /// Whether a redirect may lead from https to http.
  public var allowsDowngrades = false
  /// 0: the first redirect is an error.
  public var maximumRedirects = 5
  /// Time until a connection stands.
  public var connectTimeout: Duration = .seconds(5)
  /// Time for one request, its body included; `nil` is unlimited.
  public var requestTimeout: Duration? = .seconds(30)
  /// Bytes a second; slower for `stallDuration` is `stalled`. `nil` never.
  public var stallBytesPerSecond: Int? = 1024
  public var stallDuration: Duration = .seconds(10)

  public init() {}

  /// For programs which fetch what strangers name: public hosts only, directly, over http, https and data.
  public static let server: NetworkPolicy = {
    var policy = NetworkPolicy()
    policy.schemes = ["http", "https", "data"]
    policy.deniesPrivateAddresses = true
    policy.allowsProxies = false
    return policy
  }()
}

extension NetworkPolicy {
  /// Whether a connection may be used. With `deniesPrivateAddresses` one to a proxy, and one without
  /// a network address, may not.
  public func allows(_ connection: ConnectionAddress) -> Bool {
    if connection.isProxy && !allowsProxies { return false }
    guard deniesPrivateAddresses else { return true }
    return !connection.isProxy && connection.address?.isPublic == true
  }

  /// Judges a URL before anything is resolved or connected; connections are judged again.
  ///
  /// - Throws: `denied`, for a scheme which is not listed, and for a host that is or names a private address.
  public func check(_ url: ResourceURL) throws(ImageError) {
    if let schemes, !schemes.contains(url.scheme) {
      throw denial(of: url, "the scheme \"\(url.scheme)\" is not among those allowed (network.schemes)")
    }
    guard deniesPrivateAddresses else { return }
    if let address = url.hostAddress, !address.isPublic {
      throw denial(
        of: url, "\(address) is not a public address (\(address.range.rawValue); network.deny_private_addresses)")
    }
    if url.namesThisMachine {
      throw denial(of: url, "its host names this machine (network.deny_private_addresses)")
    }
  }

  private func denial(of url: ResourceURL, _ reason: String) -> ImageError {
    let shown = url.redacted.shortened
    var error = ImageError(.denied, at: .fetch, "The network policy denies \(shown): \(reason).")
    error.url = url.redacted
    return error
  }
}

extension ResourceURL {
  /// Whether the host is "localhost" or below it (RFC 6761).
  fileprivate var namesThisMachine: Bool {
    guard let host else { return false }
    let labels = host.lowercased().split(separator: ".")
    return labels.last == "localhost"
  }
}
