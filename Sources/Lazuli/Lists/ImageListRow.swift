/// A row of an image list.
public struct ImageListRow<Object: Sendable>: Sendable {
  /// What the image belongs to.
  public var object: Object
  /// `nil` for a row without an image.
  public var request: ImageRequest?
  public var state: ImageRowState

  public init(_ object: Object, _ request: ImageRequest?, state: ImageRowState = .idle) {
    self.object = object
    self.request = request
    self.state = state
  }
}
