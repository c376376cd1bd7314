/// Which items of a query say what is asked for, and which are only a token to be let in, as the signature
/// in a URL that a store of objects has signed.
///
/// URLs that differ in nothing but other items are one source to caches. Names are compared exactly, their
/// escapes resolved. What counts stays as it is written, in its order.
public enum QueryItemRule: Sendable, Hashable {
  case all
  /// All but those of these names; of no use for who is let in counts what is left out.
  case allExcept(Set<String>)
  /// Those of these names.
  case only(Set<String>)

  /// All but the signatures of Amazon S3 and CloudFront (version 4 and before) and of Google Cloud Storage.
  ///
  /// Who lets in whom is then known to the server only, and an image which one signature was good for comes
  /// from memory for another.
  public static let withoutSignatures = allExcept(
    Set(
      ["Algorithm", "Credential", "Date", "Expires", "SignedHeaders", "Signature", "Security-Token"]
        .flatMap { ["X-Amz-\($0)", "X-Goog-\($0)"] }
        + ["AWSAccessKeyId", "GoogleAccessId", "Key-Pair-Id", "Policy", "Signature", "Expires", "Hash-Algorithm"]))

  func counts(_ name: String) -> Bool {
    switch self {
    case .all: true
    case .allExcept(let names): !names.contains(name)
    case .only(let names): names.contains(name)
    }
  }
}

extension ResourceURL {
  /// What names the bytes: without fragment, and of the query the items that count. A query of which
  /// nothing is left is none.
  public func counting(_ rule: QueryItemRule) -> ResourceURL {
    var url = self
    url.fragment = nil
    if rule != .all { url.query = query.flatMap(rule.countingItems) }
    return url
  }
}

extension QueryItemRule {
  fileprivate func countingItems(_ query: String) -> String? {
    let items = query.utf8.split(separator: ASCII.ampersand, omittingEmptySubsequences: false)
    let counting = items.filter { counts(Self.name($0)) }
    guard counting.count < items.count else { return query }
    return counting.isEmpty
      ? nil : String(decoding: Array(counting.joined(separator: [ASCII.ampersand])), as: UTF8.self)
  }

  private static func name(_ item: Substring.UTF8View) -> String {
    String(decoding: PercentCoding.decoded(item.prefix { $0 != ASCII.equals }), as: UTF8.self)
  }
}
