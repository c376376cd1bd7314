/// Who answers for a URL: credentials and secrets stay within one origin.
///
/// Source: RFC 6454; unlike there, schemes without hosts compare by value too.
public struct URLOrigin: Sendable, Hashable, CustomStringConvertible {
  public let scheme: String
  public let host: String?
  /// The scheme's default included; `nil` when there is none.
  public let port: Int?

  /// As in an `Origin` header field: without the scheme's default port.
  public var description: String {
    let shown = port == SpecialScheme.defaultPort(of: scheme) ? nil : port
    return "\(scheme)://\(host ?? "")" + (shown.map { ":\($0)" } ?? "")
  }
}
