/// A text that stands in a file beside its pixels.
public struct ImageText: Sendable, Hashable {
  /// What it tells of: "Title", "Comment", "Thumb::URI". PNG wants 1 to 79 characters of Latin-1.
  public var keyword: String
  public var text: String

  public init(_ keyword: String, _ text: String) {
    self.keyword = keyword
    self.text = text
  }
}
