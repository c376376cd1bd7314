public import LazuliCore

/// What was made of the bytes, but for the size: equal keys and sizes make equal pixels of equal bytes.
public struct ImageRenderingKey: Sendable, Hashable {
  /// `nil`: as stored, without loss.
  public var pixelFormat: PixelFormat?
  public var appliesOrientation: Bool
  /// Names the colour space, where pixels were converted to one.
  public var color: String?
  /// Names which of its pictures were wanted, where that is not all of them.
  public var selection: String?
  /// The identities of the processors in their order.
  public var processors: [String]

  public init(
    pixelFormat: PixelFormat? = .rgba8, appliesOrientation: Bool = true, color: String? = nil,
    selection: String? = nil, processors: [String] = []
  ) {
    self.pixelFormat = pixelFormat
    self.appliesOrientation = appliesOrientation
    self.color = color
    self.selection = selection
    self.processors = processors
  }

  /// The same before processors.
  var unprocessed: ImageRenderingKey {
    var key = self
    key.processors = []
    return key
  }

  var byteCount: Int { processors.reduce(0) { $0 + $1.utf8.count } }
}
