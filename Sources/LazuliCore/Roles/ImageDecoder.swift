/// Bytes in, pixels out, one step at a time: what a codec plugin looks like from the engine.
///
/// No I/O, no thread, no callback. The order of calls is that of `lazuli/decoder.h`. One thread at a
/// time; the engine calls it on its own threads only.
public protocol ImageDecoder: AnyObject {
  /// Gives input: at first, and after `DecoderEvent.needInput`. With `isStable` the chunk is kept
  /// alive by the caller for as long as the decoder lives.
  func feed(_ chunk: ByteChunk, isFinal: Bool, isStable: Bool) throws(ImageError)

  /// Goes on by some milliseconds' work at the most.
  func step(wantsPreview: Bool) -> DecoderEvent

  /// Says what is wanted, once, after `DecoderEvent.header`.
  func configure(_ configuration: DecoderConfiguration) throws(ImageError)

  /// Where the frame's pixels go, after `DecoderEvent.frame`; `nil`: they are not wanted. The
  /// decoder writes to it until `frameDone`, `done` or `failure`. With `ImageHeader.hasRowsInOrder` it may have
  /// fewer rows than the frame: row y then lies at y modulo its height, and is to be read when
  /// `DecoderEvent.rows` names it, before the next step.
  func setSurface(_ surface: PixelSurface?) throws(ImageError)

  /// Asks a step which is under way on another thread to end soon; may do nothing.
  func interrupt()

  /// Back to the state after creation; the input comes again from its first byte.
  func rewind() throws(ImageError)
}

/// What a decoder has to say after a step.
public enum DecoderEvent: Sendable {
  case needInput
  case header(ImageHeader)
  case metadata(MetadataItem)
  case frame(FrameInformation)
  case rows(Range<Int>, pass: Int)
  case passDone(pass: Int, of: Int?)
  case frameDone(index: Int)
  case done(frameCount: Int, playCount: Int)
  case warning(DecoderFailure)
  case failure(DecoderFailure)
  /// Bounded work was done and nothing is to be said: step again.
  case working
}

/// What a decoder wants to tell of trouble.
public struct DecoderFailure: Sendable {
  public var error: ImageError
  /// The plugin says: not a file of this format at all; another one may be asked.
  public var isOtherFormat: Bool
  /// Whether the rows given so far are worth showing.
  public var arePixelsUsable: Bool

  public init(error: ImageError, isOtherFormat: Bool = false, arePixelsUsable: Bool = false) {
    self.error = error
    self.isOtherFormat = isOtherFormat
    self.arePixelsUsable = arePixelsUsable
  }
}

/// What is wanted of a decoder.
public struct DecoderConfiguration: Sendable, Hashable {
  /// One of the header's formats.
  public var format: PixelFormat
  /// One of the header's scales, 1/1 for full size; a side becomes ⌈side · numerator / denominator⌉.
  public var scaleNumerator = 1
  public var scaleDenominator = 1
  /// The first frame wanted, by `FrameInformation.index`.
  public var firstFrame = 0
  /// How many, `nil` for all.
  public var frameCount: Int?
  /// Whether `done` comes as soon as the wanted frames are out, without what is stored behind them.
  public var stopsEarly = false

  public init(format: PixelFormat) {
    self.format = format
  }
}

/// Makes decoders of one format: a codec as it is found by name.
public protocol ImageDecoderProvider: Sendable {
  /// The id of the plugin.
  var plugin: String { get }
  /// The name of the format.
  var format: String { get }
  /// Whether the codec wants the whole input in one stable chunk.
  var needsWholeInput: Bool { get }
  func makeDecoder(limits: DecodingLimits) throws(ImageError) -> any ImageDecoder
}
