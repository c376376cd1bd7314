public import LazuliCore
public import LazuliPlugins

/// What a pipeline needs to know beside its plugins.
public struct PipelineSettings: Sendable {
  public var limits = DecodingLimits()
  public var network = NetworkPolicy()
  public var files = FilePolicy()
  /// The User-Agent of requests.
  public var userAgent = "Lazuli/\(lazuliVersion)"
  /// The Accept of requests.
  public var accept = "image/*,*/*;q=0.8"
  /// Threads for decoding; `nil`: one for each core.
  public var decodeThreadCount: Int?
  /// Encoded bytes of one load which wait for its decoder, about; beyond it the transport pauses.
  public var maximumWaitingByteCount = 1 << 20
  /// Pixel memory kept for the next image.
  public var maximumIdlePixelByteCount = 256 << 20

  public init() {}

  /// What a deployment's configuration says.
  public init(_ configuration: Configuration) {
    limits = configuration.limits
    network = configuration.network
    files = configuration.files
  }
}

/// The version of this library.
public let lazuliVersion = "1.0.0"
