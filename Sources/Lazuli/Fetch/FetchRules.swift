import LazuliCore

/// What the deployer's policies mean for a fetch: values, asked on any thread.
struct FetchRules: Sendable {
  let network: NetworkPolicy
  let files: FilePolicy
  /// The same for files that were opened: by then links have been followed, those of the roots too.
  private let openedFiles: FilePolicy
  let userAgent: String
  let accept: String

  /// Looks where the roots for files truly lie: for decode threads.
  init(_ settings: PipelineSettings, readableMediaTypes types: [String] = []) {
    network = settings.network
    files = settings.files
    openedFiles = settings.files.followingLinks()
    userAgent = settings.userAgent
    // What is read well comes first, so that a server which has the picture in several formats sends one of these.
    accept = settings.accept ?? (types + ["image/*;q=0.8", "*/*;q=0.5"]).joined(separator: ",")
  }

  /// The header fields for a hop: the engine's where the caller gave none of his own.
  func fields(for url: ResourceURL, beside fields: [HeaderField]) -> [HeaderField] {
    let own = [HeaderField("User-Agent", userAgent), HeaderField("Accept", accept)]
    let credentials = BasicCredentials.field(for: url)
    return (own + [credentials].compactMap(\.self)).filter { !fields.contains(name: $0.name.lowercased()) } + fields
  }

  /// Whether the URL may be asked for at all. Throws `denied`.
  func admit(_ url: ResourceURL) throws(ImageError) {
    try network.check(url)
    if url.isFile { try files.check(url.decodedPath) }
  }

  /// Why a connection may not be used; `nil` when it may.
  func refusal(of connection: ConnectionAddress, for url: ResourceURL) -> ImageError? {
    guard !network.allows(connection) else { return nil }
    let other = connection.isProxy ? "a proxy" : connection.address.map(\.description) ?? "a socket of this machine"
    return ImageError(
      .denied, at: .fetch,
      "The network policy denies the connection to \(other) for \(url.shown); only public addresses are allowed")
  }

  /// Whether the file that was opened may be read: links have been followed by now. Throws `denied`,
  /// also when the transport does not tell where the file lies.
  func admitContent(of url: ResourceURL, _ head: ResponseHead) throws(ImageError) {
    guard url.isFile, files.roots != nil else { return }
    guard let value = head.value(of: "content-location"), let location = try? ResourceURL(value), location.isFile else {
      throw ImageError(
        .denied, at: .fetch,
        "The transport does not tell where \(url.shown) really lies, as files.roots demands; use one that does")
    }
    try openedFiles.check(location.decodedPath)
  }

  /// Where a response leads; `nil` when it is no redirect. Throws `tooManyRedirects`,
  /// `redirectRefused`, `invalidURL`.
  func redirect(
    from url: ResourceURL, _ head: ResponseHead, after redirects: [ResourceURL], fields: [HeaderField]
  ) throws(ImageError) -> Redirect? {
    guard let status = head.status, RedirectRules.isRedirect(status), let location = head.value(of: "location") else {
      return nil
    }
    let redirect = try RedirectRules(allowsDowngrades: network.allowsDowngrades)
      .follow(location, from: url, fields: fields)
    guard redirects.count < network.maximumRedirects else {
      throw ImageError(
        .tooManyRedirects, at: .fetch,
        "\(url.shown) redirects once more, \(network.maximumRedirects) are allowed (network.redirects)")
    }
    guard !(redirects + [url.withoutCredentials]).contains(redirect.url.withoutCredentials) else {
      throw ImageError(
        .tooManyRedirects, at: .fetch, "\(redirect.url.shown) redirects to itself in the end; its server is at fault"
      )
    }
    return redirect
  }
}

extension ResourceURL {
  /// Whether `files` of `lazuli.json` speaks of it.
  fileprivate var isFile: Bool { scheme == "file" }
}
