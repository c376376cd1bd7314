/// Which plugin does what: what the engine asks the door, and tests answer with fakes.
public protocol PluginRouting: Sendable {
  /// How many bytes of a file decide about its format, at the most.
  var sniffedByteCount: Int { get }

  /// The media types of the formats that can be read, the preferred ones first. May block.
  var readableMediaTypes: [String] { get }

  /// The transport for a scheme, loaded on first use; the same one each time. Throws
  /// `noPluginForScheme`, `pluginRejected` and what its creation throws. May block: never call it on
  /// the caller's thread.
  func transport(for scheme: String) throws(ImageError) -> any Transport

  /// The codecs to try in this order, loaded on first use: never empty. `prefix` holds the first
  /// `sniffedByteCount` bytes, or all of a shorter file. Throws `notAnImage`, `formatNotAllowed`,
  /// `noPluginForFormat`, `pluginRejected`. May block.
  func decoders(for prefix: [UInt8], hint: FormatHint) throws(ImageError) -> [any ImageDecoderProvider]

  /// The encoder for a format, loaded on first use. Throws `noPluginForFormat`. May block.
  func encoder(for format: String) throws(ImageError) -> any ImageEncoderProvider
}

extension PluginRouting {
  public var readableMediaTypes: [String] { [] }
}

/// What is said of a format from outside the file: it orders candidates and decides nothing.
public struct FormatHint: Sendable, Hashable {
  /// Lower case, without parameters.
  public var mediaType: String?
  /// Lower case, without the dot.
  public var fileExtension: String?

  public init(mediaType: String? = nil, fileExtension: String? = nil) {
    self.mediaType = mediaType
    self.fileExtension = fileExtension
  }
}
