import LazuliCore

/// What is asked of a fetch.
struct FetchRequest: Sendable {
  var url: ResourceURL
  var fields: [HeaderField] = []
  /// For all hops together; `nil`: unlimited.
  var timeout: Duration?
  var priority = RequestPriority.normal
  /// The body at the most.
  var maximumByteCount: Int?
  /// Whether any status is an answer, rather than those which carry what was asked for.
  var acceptsAnyStatus = false

  init(_ url: ResourceURL) {
    self.url = url
  }
}
