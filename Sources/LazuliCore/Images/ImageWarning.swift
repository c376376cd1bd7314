/// Something that is not as it should be in a file, or could not be kept of it, and did not stop the work.
public struct ImageWarning: Sendable, Hashable {
  /// What kind of trouble it would be as an error.
  public var code: ImageError.Code
  /// Where on the path of an image it was noticed.
  public var stage: ImageError.Stage
  /// A sentence for people: what it is, and what was made of it.
  public var message: String
  /// The id of the plugin that told of it.
  public var plugin: String?
  /// The byte of the input at which it was noticed.
  public var byteOffset: UInt64?

  public init(_ code: ImageError.Code, at stage: ImageError.Stage, _ message: String) {
    self.code = code
    self.stage = stage
    self.message = message
  }

  /// An error that was passed over.
  public init(_ error: ImageError) {
    self.init(error.code, at: error.stage, error.message)
    plugin = error.plugin
    byteOffset = error.byteOffset
  }
}
