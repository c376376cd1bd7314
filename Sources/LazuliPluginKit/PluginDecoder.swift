import LazuliABI

/// A decoder as a plugin author writes it. Instances are used by one thread at a time.
///
/// The kit keeps the order of calls, the input, the limits on sizes and time, and the error state; `rewind` makes a new instance.
public protocol PluginDecoder: AnyObject {
  /// Cheap: nothing that depends on the input.
  init(limits: PluginLimits, settings: PluginSettings) throws(PluginError)

  /// Goes on by some milliseconds' work at the most, consuming what it can of `input`, and says what
  /// there is. `.needInput` with `input.isFinal` counts as truncated.
  func step(_ input: inout PluginInput, wantsPreview: Bool) throws(PluginError) -> DecoderStep

  /// Called once, behind `.header`; the values are among those on offer.
  func configure(_ configuration: lzl_decode_config) throws(PluginError)

  /// Called behind `.frame`: `nil` when the pixels are not wanted.
  func setSurface(_ surface: PluginSurface?) throws(PluginError)

  /// The bytes of an item that `.metadata` announced, `nil` when there is none.
  func metadata(kind: UInt32, index: UInt32) -> [UInt8]?

  /// Whether rows that were given so far are worth showing when the input ends here.
  var arePixelsUsable: Bool { get }
}

/// What a decoder says after a step.
public enum DecoderStep {
  case needInput
  /// All that is stored ahead of the pixels is known.
  case header(lzl_header)
  /// An item to be fetched: its kind, index and size.
  case metadata(kind: UInt32, index: UInt32, size: Int)
  /// An item that is a number.
  case value(kind: UInt32, UInt64)
  /// A frame begins. Its `index` is filled in by the kit.
  case frame(lzl_frame)
  case rows(first: Int, count: Int, pass: Int)
  case passDone(pass: Int, of: Int)
  case frameDone
  case done(playCount: UInt32)
  case warning(PluginError)
  /// Step again.
  case working
}
