/// The next request after a redirect.
public struct Redirect: Sendable, Hashable {
  public var url: ResourceURL
  /// What survives of the fields of the request before.
  public var fields: [HeaderField]

  public init(url: ResourceURL, fields: [HeaderField]) {
    self.url = url
    self.fields = fields
  }
}
