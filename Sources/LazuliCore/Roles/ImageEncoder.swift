/// Pixels in, bytes out, one step at a time: what an encoding plugin looks like from the engine.
///
/// The order of calls is that of `lazuli/encoder.h`. One thread at a time.
public protocol ImageEncoder: AnyObject {
  func begin(_ image: EncoderImage) throws(ImageError)
  /// Begins a frame.
  func frame(_ frame: FrameInformation) throws(ImageError)
  /// Gives the frame's pixels, all rows from the top, in one or more parts.
  func rows(_ pixels: PixelBuffer) throws(ImageError)
  /// Ends the file, after the last row of the last frame.
  func finish() throws(ImageError)
  /// Takes the bytes that are ready, handing them to `write` piece by piece, until the encoder
  /// wants the next call. True at the end of the file. Errors of `write` pass through.
  func drain(_ write: (UnsafeRawBufferPointer) throws(ImageError) -> Void) throws(ImageError) -> Bool
  /// What could not be kept so far.
  var warnings: ImageWarnings { get }
}

extension ImageEncoder {
  public var warnings: ImageWarnings { ImageWarnings() }
}

/// The image as a whole, for an encoder.
public struct EncoderImage: Sendable {
  public var width: Int
  public var height: Int
  /// Of all pixels to come; one of the provider's formats.
  public var format: PixelFormat
  public var frameCount = 1
  /// How often an animation plays in all, 0 for ever.
  public var playCount = 1
  public var color = ColorInformation()
  /// To be kept in the file, beginning with the TIFF header.
  public var exif: [UInt8]?
  public var xmp: [UInt8]?
  /// To be kept in the file, in this order.
  public var texts: [ImageText] = []

  public init(width: Int, height: Int, format: PixelFormat) {
    self.width = width
    self.height = height
    self.format = format
  }
}

/// What a caller asks of an encoder. An option which the format does not have is not an error; which it has, says
/// `ImageEncoderProvider.options`.
public struct EncoderOptions: Sendable, Hashable {
  /// 1 to 100; `nil`: the plugin's default.
  public var quality: Int?
  /// 1 (fast) to 9 (small); `nil`: the plugin's default.
  public var effort: Int?
  public var isProgressive = false
  public var isOptimized = false
  /// Whether samples are stored in the format of the pixels, even where less would hold them.
  public var keepsPixelFormat = false
  public var chroma: Chroma?

  public init() {}

  /// How often colour is sampled.
  public enum Chroma: Sendable, Hashable {
    case full, halfHorizontal, half
  }
}

/// Makes encoders of one format.
public protocol ImageEncoderProvider: Sendable {
  /// The id of the plugin.
  var plugin: String { get }
  /// The name of the format.
  var format: String { get }
  /// The pixels that it takes.
  var formats: Set<PixelFormat> { get }
  var writesAlpha: Bool { get }
  var writesAnimations: Bool { get }
  /// The options that mean something to it. All, unless it says otherwise.
  var options: Set<EncoderOption> { get }
  /// What else the format can say.
  var vocabulary: EncoderVocabulary { get }
  func makeEncoder(_ options: EncoderOptions, limits: DecodingLimits) throws(ImageError) -> any ImageEncoder
}

extension ImageEncoderProvider {
  public var options: Set<EncoderOption> { Set(EncoderOption.allCases) }
}
