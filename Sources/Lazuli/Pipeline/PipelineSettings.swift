public import LazuliCore
public import LazuliPlugins

/// What a pipeline needs to know beside its plugins.
public struct PipelineSettings: Sendable {
  public var limits = DecodingLimits()
  public var network = NetworkPolicy()
  public var files = FilePolicy()
  /// The User-Agent of requests.
  public var userAgent = "Lazuli/\(lazuliVersion)"
  /// The Accept of requests; `nil`: the types that the plugins found read, then any image, then anything.
  public var accept: String?
  /// For a task from start to end, waiting included, unless its request says otherwise; `nil` is unlimited. 90 s.
  public var taskTimeout: Duration? = .seconds(90)
  /// How many transfers run at a time, and how fast they start.
  public var transfers = TransferLimits()
  /// Pixel memory for all decodes under way: what would exceed it waits, and what is larger than it runs alone. 512 MiB.
  public var maximumDecodingPixelByteCount = 512 << 20
  /// Encoded bytes kept of a body while it comes, for loads which join late; those that want a larger one wait for
  /// its end. 2 MiB.
  public var maximumJoinableByteCount = 2 << 20
  /// Which items of a query name the bytes, for images in memory.
  public var queryItemRule = QueryItemRule.all
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
