/// A URL, parsed once by the algorithm of the WHATWG URL Standard.
///
/// What it serialises to is what policies judge and transports open: two parsers that differ are
/// how address filters get bypassed.
public struct ResourceURL: Sendable, Hashable {
  /// Lower case, without the colon.
  public let scheme: String
  public let username: String
  public let password: String
  /// `nil` when there is none; ASCII, lower case; an IPv6 address in brackets.
  public let host: String?
  /// `nil` for the scheme's default.
  public let port: Int?
  /// With its "/" in front, or opaque.
  public let path: String
  public let query: String?
  public let fragment: String?
}
