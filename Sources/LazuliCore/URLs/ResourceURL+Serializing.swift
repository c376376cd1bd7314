extension ResourceURL: CustomStringConvertible {
  /// The whole as a string, which parses to this URL again (WHATWG: href). Holds the password.
  public var serialized: String { serialized(credentials: true, fragment: true) }

  /// Fit for messages and logs: without user name, password and fragment.
  public var redacted: String { serialized(credentials: false, fragment: false) }

  public var description: String { serialized }

  /// The URL that a transport opens: without user name, password and fragment.
  public var withoutCredentialsAndFragment: ResourceURL {
    var url = withoutCredentials
    url.fragment = nil
    return url
  }

  /// The URL without its fragment, which no server gets to see.
  public var withoutFragment: ResourceURL {
    var url = self
    url.fragment = nil
    return url
  }

  /// The URL without user name and password.
  public var withoutCredentials: ResourceURL {
    var url = self
    url.username = ""
    url.password = ""
    return url
  }

  private func serialized(credentials: Bool, fragment withFragment: Bool) -> String {
    var text = scheme + ":"
    if let host {
      text += "//"
      if credentials { appendCredentials(to: &text) }
      text += host
      if let port { text += ":\(port)" }
    } else if path.utf8.starts(with: "//".utf8) {
      // Or the path would be read as a host.
      text += "/."
    }
    text += path
    if let query { text += "?" + query }
    if withFragment, let fragment { text += "#" + fragment }
    return text
  }

  private func appendCredentials(to text: inout String) {
    guard hasCredentials else { return }
    text += username
    if !password.isEmpty { text += ":" + password }
    text += "@"
  }
}
