public import LazuliCore

/// What is asked of a pipeline: where the image is, and what is wanted of it.
///
/// Copies share one object in memory with each other, and with the tasks that they are given to, until one is changed.
public struct ImageRequest: Sendable {
  private(set) var shared: SharedRequest

  public init(_ url: ResourceURL, _ options: ImageOptions = .init()) {
    shared = SharedRequest(SharedRequest.Value(url: url, options: options))
  }

  /// Throws `invalidURL`.
  public init(_ url: String, _ options: ImageOptions = .init()) throws(ImageError) {
    self.init(try ResourceURL(url), options)
  }

  init(_ shared: SharedRequest) {
    self.shared = shared
  }

  private mutating func change(_ change: (inout SharedRequest.Value) -> Void) {
    if !isKnownUniquelyReferenced(&shared) { shared = SharedRequest(shared.value) }
    shared.change(change)
  }
}

extension ImageRequest {
  /// User name and password, where the URL has them, are sent as basic authentication (RFC 7617), to
  /// the URL's own origin only.
  public var url: ResourceURL {
    get { shared.value.url }
    set { change { $0.url = newValue } }
  }

  /// Header fields beside those that the engine writes. Credentials among them stay with the origin.
  public var fields: [HeaderField] {
    get { shared.value.fields }
    set { change { $0.fields = newValue } }
  }

  public var options: ImageOptions {
    get { shared.value.options }
    set { change { $0.options = newValue } }
  }

  /// For the whole task: waiting, redirects, decoding. `nil`: what the settings say, 90 s.
  public var timeout: Duration? {
    get { shared.value.timeout }
    set { change { $0.timeout = newValue } }
  }

  /// Where it stands among the loads that wait.
  public var priority: RequestPriority {
    get { shared.value.priority }
    set { change { $0.priority = newValue } }
  }

  public var cachePolicy: CachePolicy {
    get { shared.value.cachePolicy }
    set { change { $0.cachePolicy = newValue } }
  }

  /// Names the source in caches in place of the URL and the header fields, as where a URL carries a signature.
  public var cacheKey: String? {
    get { shared.value.cacheKey }
    set { change { $0.cacheKey = newValue } }
  }

  /// Whether what there is of the image so far is wanted while it loads.
  public var wantsPreviews: Bool {
    get { shared.value.wantsPreviews }
    set { change { $0.wantsPreviews = newValue } }
  }

  /// Anything that the program wants to find in the task again.
  public var userInfo: (any Sendable)? {
    get { shared.value.userInfo }
    set { change { $0.userInfo = newValue } }
  }
}
