/// What a redirect may do, and what it takes along.
///
/// Pure; the engine counts hops and asks `NetworkPolicy` about each target. Sources: RFC 9110
/// section 15.4, WHATWG Fetch (HTTP-redirect fetch).
public struct RedirectRules: Sendable, Hashable {
  /// Whether https may lead to http.
  public var allowsDowngrades: Bool
  /// Names of fields, lower case, which stay with the origin that they were meant for.
  public var credentialFields: Set<String>

  /// - Parameters:
  ///   - allowsDowngrades: Whether https may lead to http.
  ///   - additionalCredentialFields: Names, in any case, on top of Authorization, Cookie and Proxy-Authorization.
  public init(allowsDowngrades: Bool = false, additionalCredentialFields: some Sequence<String> = []) {
    self.allowsDowngrades = allowsDowngrades
    credentialFields = Self.alwaysCredentials.union(additionalCredentialFields.map { $0.lowercased() })
  }

  private static let alwaysCredentials: Set<String> = ["authorization", "cookie", "cookie2", "proxy-authorization"]

  /// Whether a status with a Location field leads elsewhere: 301, 302, 303, 307, 308.
  public static func isRedirect(_ status: Int) -> Bool {
    switch status {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// The next request after a redirect.
  ///
  /// - Parameters:
  ///   - location: The value of the Location field, bytes beyond ASCII included.
  ///   - url: The URL that answered.
  ///   - fields: The fields of the request to it.
  /// - Throws: `invalidURL` for a location which is none; `redirectRefused` when it leads to a scheme
  ///   that redirects may not lead to.
  public func follow(
    _ location: String, from url: ResourceURL, fields: [HeaderField]
  ) throws(ImageError) -> Redirect {
    let target = try Self.target(of: location, from: url)
    try check(target, from: url)
    if target.origin == url.origin { return Redirect(url: target, fields: fields) }
    return Redirect(url: target.withoutCredentials, fields: withoutCredentials(fields))
  }

  /// The location, resolved; without a fragment of its own it gets that of the URL which answered.
  public static func target(of location: String, from url: ResourceURL) throws(ImageError) -> ResourceURL {
    do {
      var target = try ResourceURL(location, relativeTo: url)
      target.fragment = target.fragment ?? url.fragment
      return target
    } catch {
      throw ImageError(.invalidURL, at: .fetch, "\(url.redacted.shortened) redirects to no URL. \(error.message)").with(
        url: url)
    }
  }

  /// Refuses a target outside of the web, another scheme's, and a downgrade.
  ///
  /// - Throws: `redirectRefused`.
  public func check(_ target: ResourceURL, from url: ResourceURL) throws(ImageError) {
    if target.scheme == url.scheme && target.host != nil && target.scheme != SpecialScheme.file { return }
    switch (url.scheme, target.scheme) {
    case (_, "https"): return
    case ("https", "http") where !allowsDowngrades:
      throw refusal(of: target, from: url, "which is not encrypted (NetworkPolicy.allowsDowngrades is off)")
    case (_, "http"): return
    default:
      throw refusal(of: target, from: url, "but a redirect may only lead to http and https")
    }
  }

  /// The fields which survive a redirect to another origin.
  public func withoutCredentials(_ fields: [HeaderField]) -> [HeaderField] {
    fields.filter { !credentialFields.contains($0.name.lowercased()) }
  }

  private func refusal(of target: ResourceURL, from url: ResourceURL, _ reason: String) -> ImageError {
    let shown = target.redacted.shortened
    return ImageError(.redirectRefused, at: .fetch, "\(url.redacted.shortened) redirects to \(shown), \(reason).").with(
      url: url)
  }
}

extension ImageError {
  fileprivate func with(url: ResourceURL) -> ImageError {
    var error = self
    error.url = url.redacted
    return error
  }
}
