public import LazuliCore

/// Where bytes came from in the end.
public struct ResponseInformation: Sendable {
  /// After all redirects.
  public var url: ResourceURL
  /// The URLs which redirected, in their order; empty when there was none.
  public var redirects: [ResourceURL]
  public var head: ResponseHead
  /// The id of the transport's plugin.
  public var plugin: String

  public init(url: ResourceURL, redirects: [ResourceURL] = [], head: ResponseHead, plugin: String) {
    self.url = url
    self.redirects = redirects
    self.head = head
    self.plugin = plugin
  }

  /// What the response says of its format.
  var formatHint: FormatHint {
    let type = head.value(of: "content-type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
    return FormatHint(mediaType: type, fileExtension: url.fileExtension)
  }
}
