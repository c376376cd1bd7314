public import LazuliCore

/// What is wanted of an image, wherever its bytes come from.
public struct ImageOptions: Sendable {
  /// The size of the image when it is upright. `nil`: as large as it is.
  public var targetSize: SizeFitting?
  /// How it gets that size.
  public var resizing = ResizeOptions()
  /// `nil`: as stored, without loss.
  public var pixelFormat: PixelFormat? = .rgba8
  /// The colours that pixels are delivered in; by what the file says of its own, see `ColorProfile`. What is sRGB
  /// already is not touched. Ink without a profile becomes sRGB with the pixel format, not before.
  public var colorSpace = OutputColorSpace.sRGB
  /// Whether the image is turned upright as its metadata tell.
  public var appliesOrientation = true
  /// Whether a damaged image whose rows are partly good is a result with a warning rather than an error. An animation
  /// then ends where it is damaged.
  public var allowsIncomplete = false
  /// Whether the first frame is enough: there will be no `DecodedImage.frames`, and nothing is read
  /// behind that frame.
  public var onlyFirstFrame = false
  /// Whether the picture beside an animation is wanted, where there is one, rather than the animation.
  public var onlyDefaultImage = false
  /// What is known of the format; orders the codecs, decides nothing.
  public var formatHint = FormatHint()
  /// Limits for this image alone: they lower those of the pipeline and never raise them.
  public var limits: DecodingLimits? {
    get { ownLimits?.value }
    set { ownLimits = newValue.map(Box.init) }
  }
  /// By reference: few have any, and they are large.
  private var ownLimits: Box<DecodingLimits>?
  /// What is done with the pixels in the end, upright and in their target size.
  public var processors: [any ImageProcessor] = []

  public init() {}

  /// The options for an image reduced to fit into a size.
  public init(fitting box: ImageSize) {
    targetSize = .fit(box)
  }
}
