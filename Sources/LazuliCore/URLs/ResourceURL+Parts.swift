extension ResourceURL {
  /// Whether the standard gives the scheme rules of its own: http, https, file, ftp, ws, wss.
  public var isSpecial: Bool { SpecialScheme.contains(scheme) }

  /// The port of the scheme, when the standard names one.
  public var defaultPort: Int? { SpecialScheme.defaultPort(of: scheme) }

  /// The port to connect to, when it is known.
  public var effectivePort: Int? { port ?? defaultPort }

  /// Scheme, host and port, for comparing.
  public var origin: URLOrigin { URLOrigin(scheme: scheme, host: host, port: effectivePort) }

  /// Whether there is a user name or a password.
  public var hasCredentials: Bool { !username.isEmpty || !password.isEmpty }

  /// Whether the path is one opaque text, as of "data:…", and nothing can be relative to this URL.
  public var hasOpaquePath: Bool { host == nil && !path.utf8.starts(with: "/".utf8) }

  /// The path with its escapes resolved, as bytes: a file name need not be UTF-8.
  public var decodedPath: [UInt8] { Self.percentDecoded(path) }

  /// The lower-case ending of the last path segment, without its dot: "jpg" for "/a/B.JPG?x".
  ///
  /// `nil` without an ending, for a name which only begins with a dot, and for an opaque path.
  public var fileExtension: String? {
    guard !hasOpaquePath, let segment = path.utf8.split(separator: ASCII.slash, omittingEmptySubsequences: false).last
    else { return nil }
    let name = PercentCoding.decoded(segment)
    guard let dot = name.lastIndex(of: ASCII.dot), dot > 0, dot + 1 < name.count else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The address, when the host is one and no name; no matter how it was written.
  ///
  /// The host of a scheme which is not special is judged too: who opens it may well read "0x7f.1"
  /// as an address.
  public var hostAddress: NetworkAddress? {
    guard let host else { return nil }
    return NetworkAddress(host: PercentCoding.decoded(host.utf8))
  }

  /// The bytes that a percent-encoded text stands for; what is no escape stays as it is.
  public static func percentDecoded(_ text: String) -> [UInt8] { PercentCoding.decoded(text.utf8) }
}
