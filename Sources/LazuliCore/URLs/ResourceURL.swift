/// A URL, parsed once by the algorithm of the WHATWG URL Standard.
///
/// What it serialises to is what policies judge and transports open: two parsers that differ are
/// how address filters get bypassed. All parts are ASCII and still percent-encoded. Equal when every
/// part is equal, the fragment included.
public struct ResourceURL: Sendable, Hashable {
  /// Lower case, without the colon.
  public internal(set) var scheme: String
  /// Empty when there is none.
  public internal(set) var username: String
  /// Empty when there is none.
  public internal(set) var password: String
  /// `nil` when there is none; of a special scheme lower case, and an address in its canonical form,
  /// an IPv6 address in brackets; empty for the files of this machine.
  public internal(set) var host: String?
  /// `nil` for the scheme's default.
  public internal(set) var port: Int?
  /// With its "/" in front; opaque, as all behind "data:", when `hasOpaquePath`.
  public internal(set) var path: String
  /// Without the "?"; empty when nothing follows it.
  public internal(set) var query: String?
  /// Without the "#"; empty when nothing follows it.
  public internal(set) var fragment: String?

  /// Takes a URL as users have it: with spaces around, backslashes, non-ASCII characters.
  ///
  /// - Parameters:
  ///   - string: A URL, or a reference when there is a `base`.
  ///   - base: Where a reference is resolved.
  /// - Throws: `invalidURL`, with what is wrong and what helps.
  ///
  /// Source: WHATWG URL Standard, basic URL parser.
  public init(_ string: String, relativeTo base: ResourceURL? = nil) throws(ImageError) {
    do {
      self = try URLParser.parse(string, base: base)
    } catch {
      throw error.imageError(for: string)
    }
  }

  init(_ record: URLRecord) {
    scheme = record.scheme
    username = record.username
    password = record.password
    host = record.host
    port = record.port
    path = String(decoding: record.path, as: UTF8.self)
    query = record.query
    fragment = record.fragment
  }
}
