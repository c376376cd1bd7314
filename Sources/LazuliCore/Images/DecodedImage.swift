/// An image as a program wants it: upright, in one piece, with what is known of it.
public struct DecodedImage: Sendable {
  /// The pixels of the still image, or of an animation's first frame.
  public var pixels: PixelBuffer
  /// What the file says; sizes are those stored, before orientation and scale.
  public var header: ImageHeader
  /// The name of the format, as in the manifest of the codec.
  public var format: String
  /// EXIF, XMP and texts.
  public var metadata: [MetadataItem]
  /// Whether all pixels were decoded; false only for a request which allows that.
  public var isComplete: Bool
  /// What was passed over in the file, and what could not be kept of it.
  public var warnings: ImageWarnings
  /// The frames of an animation, decoded when asked for; `nil` for a still image.
  public var frames: (any ImageFrames)?

  public init(
    pixels: PixelBuffer, header: ImageHeader, format: String, metadata: [MetadataItem] = [],
    isComplete: Bool = true, warnings: ImageWarnings = .init(), frames: (any ImageFrames)? = nil
  ) {
    self.pixels = pixels
    self.header = header
    self.format = format
    self.metadata = metadata
    self.isComplete = isComplete
    self.warnings = warnings
    self.frames = frames
  }

  public var width: Int { pixels.width }
  public var height: Int { pixels.height }
}
