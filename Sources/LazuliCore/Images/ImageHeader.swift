/// What is known of an image before its pixels.
public struct ImageHeader: Sendable, Hashable {
  /// As stored: before orientation and scale. For an animation, its canvas.
  public var width: Int
  public var height: Int
  /// Frames of the animation, 1 for a still image, `nil` when not known before the end.
  public var frameCount: Int?
  /// How often an animation plays in all, 0 for ever.
  public var playCount = 1
  public var isAnimated = false
  /// Whether a picture beside the animation comes before its first frame; `frameCount` leaves it out.
  public var hasDefaultImage = false
  /// Whether frames are pages, pictures of their own, rather than an animation.
  public var hasPages = false
  public var hasAlpha = false
  /// Whether pixels come in passes (Adam7, progressive JPEG, interlaced GIF).
  public var hasPasses = false
  /// Whether the decoder gives the rows of the only frame from the top, each once: a surface may then be a window.
  public var hasRowsInOrder = false
  /// The format that loses nothing.
  public var nativeFormat: PixelFormat
  /// The formats that the decoder writes.
  public var formats: Set<PixelFormat>
  /// Bits of one sample as stored.
  public var bitsPerSample = 8
  /// Samples of one pixel as stored, 1 for a palette.
  public var samplesPerPixel = 4
  public var orientation: Orientation?
  /// Reduced sizes on offer: numerators over `scaleDenominator`, ascending; empty for none.
  public var scaleNumerators: [Int] = []
  public var scaleDenominator = 1
  /// Pixels in a metre.
  public var pixelsPerMetre: (x: Int, y: Int)? {
    get { density.map { ($0.x, $0.y) } }
    set { density = newValue.map { Density(x: $0.x, y: $0.y) } }
  }
  public var color = ColorInformation()

  private struct Density: Hashable {
    var x: Int
    var y: Int
  }
  private var density: Density?

  public init(
    width: Int, height: Int, nativeFormat: PixelFormat, formats: Set<PixelFormat>? = nil
  ) {
    self.width = width
    self.height = height
    self.nativeFormat = nativeFormat
    self.formats = formats ?? [nativeFormat]
  }
}
