public import LazuliCore

/// What an image was made from: equal keys name equal bytes.
public struct ImageSourceKey: Sendable, Hashable {
  private enum Name: Hashable {
    case url(ResourceURL)
    case custom(String)
  }

  private let name: Name
  /// What was sent along and changes the bytes, credentials for one; names in lower case, in their order.
  public let fields: [HeaderField]

  /// A URL with the items of its query that count, user name and password included.
  public init(url: ResourceURL, counting rule: QueryItemRule = .all, fields: [HeaderField] = []) {
    self.init(.url(url.counting(rule)), fields)
  }

  /// A name of the caller's own in the place of the URL.
  public init(custom name: String, fields: [HeaderField] = []) {
    self.init(.custom(name), fields)
  }

  private init(_ name: Name, _ fields: [HeaderField]) {
    self.name = name
    self.fields = fields.map { HeaderField($0.name.lowercased(), $0.value) }
  }

  /// What the key takes in memory, by and large: all of a "data:" URL.
  var byteCount: Int {
    let nameByteCount =
      switch name {
      case .url(let url): url.path.utf8.count + (url.query?.utf8.count ?? 0)
      case .custom(let name): name.utf8.count
      }
    return fields.reduce(nameByteCount) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}
