public import LazuliCore

/// What is known of an image whose pixels were not decoded.
public struct ImageInformation: Sendable {
  /// Sizes are those stored, before orientation.
  public var header: ImageHeader
  /// The name of the format, as in the manifest of the codec.
  public var format: String
  /// The id of the codec's plugin.
  public var plugin: String
  /// What the file says ahead of its pixels.
  public var metadata: [MetadataItem]
  /// What was passed over so far.
  public var warnings: ImageWarnings
  /// `nil` for bytes that were at hand.
  public var response: ResponseInformation?

  /// What the file's colours mean.
  public var colorProfile: ColorProfile { header.color.profile }

  public init(
    header: ImageHeader, format: String, plugin: String, metadata: [MetadataItem] = [],
    warnings: ImageWarnings = .init(), response: ResponseInformation? = nil
  ) {
    self.header = header
    self.format = format
    self.plugin = plugin
    self.metadata = metadata
    self.warnings = warnings
    self.response = response
  }
}
