import LazuliCore

extension ResourceURL {
  /// Fit for messages: without user name, password and fragment, and cut where it is long, as of a
  /// "data:" URL.
  var shown: String {
    let text = redacted
    return text.utf8.count <= 256 ? text : String(decoding: text.utf8.prefix(256), as: UTF8.self) + "…"
  }
}
