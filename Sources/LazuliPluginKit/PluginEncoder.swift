import LazuliABI

/// An encoder as a plugin author writes it. Instances are used by one thread at a time.
///
/// The kit keeps the order of calls, counts rows and keeps the error state. Bytes go to `output`,
/// from where the kit hands them to the host.
public protocol PluginEncoder: AnyObject {
  /// Surfaces that it takes: a set of `LZL_FORMAT_BIT_…`.
  static var formats: UInt32 { get }
  /// A set of `LZL_ENCODER_…`.
  static var abilities: UInt32 { get }

  init(options: PluginEncoderOptions) throws(PluginError)

  /// Begins the file. `image` and what it points to are valid during the call only.
  func begin(_ image: lzl_encode_image, output: inout PluginOutput) throws(PluginError)
  /// Begins a frame.
  func frame(_ frame: lzl_encode_frame, output: inout PluginOutput) throws(PluginError)
  /// Encodes rows `first ..< first + count` of the surface last given by the host, `count` being so
  /// small that the call takes some milliseconds at the most.
  func rows(_ surface: PluginSurface, first: Int, count: Int, output: inout PluginOutput) throws(PluginError)
  /// Ends the file.
  func finish(output: inout PluginOutput) throws(PluginError)
  /// Goes on with what the last call has left to do, by some milliseconds' work; false when nothing is
  /// left. Called before the host is asked for more, so that the surface last given is still there.
  func work(output: inout PluginOutput) throws(PluginError) -> Bool
}

extension PluginEncoder {
  public func work(output: inout PluginOutput) throws(PluginError) -> Bool { false }
}

/// What the host asks of an encoder.
public struct PluginEncoderOptions {
  public let limits: PluginLimits
  public let settings: PluginSettings
  /// 1 to 100, `nil`: the plugin's default.
  public let quality: Int?
  /// 1 (fast) to 9 (small), `nil`: the plugin's default.
  public let effort: Int?
  /// One of `LZL_CHROMA_…`.
  public let chroma: UInt32
  public let isProgressive: Bool
  public let isOptimized: Bool
  /// Whether samples are stored as they are given.
  public let keepsFormat: Bool

  init(_ options: lzl_encoder_options) {
    limits = PluginLimits(readLimits(options.limits))
    settings = PluginSettings(options.settings)
    quality = options.quality == 0 ? nil : Int(options.quality)
    effort = options.effort == 0 ? nil : Int(options.effort)
    chroma = options.chroma
    isProgressive = options.flags & LZL_ENCODE_PROGRESSIVE != 0
    isOptimized = options.flags & LZL_ENCODE_OPTIMIZE != 0
    keepsFormat = options.flags & LZL_ENCODE_KEEP_FORMAT != 0
  }
}
