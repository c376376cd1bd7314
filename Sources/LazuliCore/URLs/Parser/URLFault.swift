/// What is wrong with a URL.
enum URLFault: Error, Equatable {
  case noScheme
  case relativeToOpaque
  case noHost
  case badPort
  case badIPv4
  case badIPv6
  case zoneIdentifier
  case forbiddenInHost
  case badName

  /// For a sentence which begins with the URL; with the remedy.
  var reason: String {
    switch self {
    case .noScheme: "has no scheme, and there is no URL that it could be relative to; write it in full, as https://…"
    case .relativeToOpaque: "is relative, and the URL before it has no folders; write it in full, as https://…"
    case .noHost: "has no host; write it as https://host/path"
    case .badPort: "has a port which is no number up to 65535; correct it or leave it out"
    case .badIPv4: "ends its host in a number without being an IPv4 address; write four numbers up to 255"
    case .badIPv6: "has something in brackets which is no IPv6 address; write eight groups or use \"::\""
    case .zoneIdentifier: "names a zone (\"%…\") in its IPv6 address, which URLs cannot have; leave it out"
    case .forbiddenInHost:
      "has a character in its host which no host can have; percent-encode it or move it to the path"
    case .badName: "has a host which is no valid international domain name; check its spelling"
    }
  }

  func imageError(for string: String) -> ImageError {
    let shown = Self.withoutCredentials(string).shortened
    var error = ImageError(.invalidURL, at: .request, "The URL \"\(shown)\" \(reason).")
    error.url = shown
    return error
  }

  /// Passwords do not belong into messages, even where their URL is broken.
  private static func withoutCredentials(_ string: String) -> String {
    let scalars = string.unicodeScalars
    guard let start = scalars.firstIndex(of: "/"), scalars[start...].starts(with: "//".unicodeScalars) else {
      return string
    }
    let authority = scalars[start...].dropFirst(2).prefix { !"/?#\\".unicodeScalars.contains($0) }
    guard let at = authority.lastIndex(of: "@") else { return string }
    return String(scalars[..<authority.startIndex]) + String(scalars[scalars.index(after: at)...])
  }
}

extension String {
  /// Fit for a message: a data URL has megabytes.
  var shortened: String {
    let limit = 120
    guard let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex), end != endIndex else {
      return self
    }
    return String(unicodeScalars[..<end]) + "…"
  }
}
