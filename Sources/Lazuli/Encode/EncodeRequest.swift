public import LazuliCore

/// What is wanted of a file that is to be written.
public struct EncodeRequest: Sendable {
  /// The name of the format, as in the manifest of the codec.
  public var format: String
  public var options = EncoderOptions()
  /// What shines through where the format has no alpha.
  public var background = RGBColor.white
  /// Whether EXIF, XMP and texts of the image get into the file.
  public var keepsMetadata = true
  /// Whether the file says of its colours what the image says: its profile, CICP, gamma. Without, a
  /// reader takes them as sRGB.
  public var keepsColorProfile = true
  /// Texts for the file, ahead of those which are kept. One of the image's under the same keyword is left out.
  public var texts: [ImageText] = []
  /// How the pixels have to be turned, for the EXIF that is kept: upright, as the pipeline makes them.
  public var orientation = Orientation.up
  /// How often an animation plays in all, 0 for ever; `nil`: as the image says.
  public var playCount: Int?
  /// Whether an animation's first frame is enough.
  public var onlyFirstFrame = false

  public init(_ format: String) {
    self.format = format
  }
}
