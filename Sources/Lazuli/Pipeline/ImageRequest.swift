public import LazuliCore

/// What is asked of a pipeline: where the image is, and what is wanted of it.
public struct ImageRequest: Sendable {
  /// User name and password, where the URL has them, are sent as basic authentication (RFC 7617), to
  /// the URL's own origin only.
  public var url: ResourceURL
  /// Header fields beside those that the engine writes. Credentials among them stay with the origin.
  public var fields: [HeaderField] = []
  public var options: ImageOptions
  /// For the whole task: waiting, redirects, decoding. `nil`: what the settings say, 90 s.
  public var timeout: Duration?
  /// Where it stands among the loads that wait.
  public var priority = RequestPriority.normal
  public var cachePolicy = CachePolicy.use
  /// Names the source in caches in place of the URL and the header fields, as where a URL carries a signature.
  public var cacheKey: String?
  /// Whether what there is of the image so far is wanted while it loads.
  public var wantsPreviews = false
  /// Anything that the program wants to find in the task again.
  public var userInfo: (any Sendable)?

  public init(_ url: ResourceURL, _ options: ImageOptions = .init()) {
    self.url = url
    self.options = options
  }

  /// Throws `invalidURL`.
  public init(_ url: String, _ options: ImageOptions = .init()) throws(ImageError) {
    self.init(try ResourceURL(url), options)
  }
}
