/// From a URL to a response and its body: what a transport plugin looks like from the engine.
///
/// Decides no policy and follows no redirect. Many requests at once; used on any thread.
public protocol Transport: Sendable {
  /// The id of the plugin.
  var plugin: String { get }
  /// Starts a request. When it throws, the sink is never called; else its `done` will come. The
  /// sink may be called before `open` returns.
  func open(_ request: TransportRequest, sink: any TransportSink) throws(ImageError) -> any TransportTransfer
}

/// One request under way.
public protocol TransportTransfer: Sendable {
  /// Goes on after `SinkAnswer.pause`; never blocks.
  func unpause()
  /// Changes where it stands among waiting requests; never blocks.
  func setPriority(_ priority: RequestPriority)
  /// Ends it soon: `done` comes with `cancelled` unless it was under way already; never blocks.
  func cancel()
}

/// Where a transfer goes. Calls for one transfer never overlap, come from any thread, never block.
public protocol TransportSink: AnyObject, Sendable {
  /// Whether a connection to this address is allowed; asked before anything is sent over it.
  func allowsConnection(to address: ConnectionAddress) -> Bool
  /// The head; once, before the first data.
  func receive(_ response: ResponseHead)
  /// A piece of the body.
  func receive(_ chunk: ByteChunk) -> SinkAnswer
  /// The end, exactly once, the last call of all; `nil` when the whole body was delivered.
  func done(_ error: ImageError?)
}

/// What a sink answers to a piece of the body.
public enum SinkAnswer: Sendable {
  case accept
  /// Not taken: it comes again after `unpause`.
  case pause
  /// Not taken: the transfer ends as cancelled.
  case abort
}

/// A header field.
public struct HeaderField: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a transport is asked for.
public struct TransportRequest: Sendable {
  public var url: ResourceURL
  public var method = "GET"
  /// All of them; the transport adds only what its protocol needs.
  public var fields: [HeaderField] = []
  /// The body at the most, decompressed; `nil` is unlimited.
  public var maximumByteCount: Int?
  /// Time until a connection stands.
  public var connectTimeout: Duration = .seconds(5)
  /// Time for the whole request; `nil` is unlimited.
  public var timeout: Duration? = .seconds(30)
  /// `stalled` below so many bytes in a second for `stallDuration`; `nil`: never.
  public var stallBytesPerSecond: Int? = 1024
  public var stallDuration: Duration = .seconds(10)
  public var priority = RequestPriority.normal
  /// Whether the transport may ask for compressed content and delivers it decoded.
  public var decodesContent = true

  public init(url: ResourceURL) {
    self.url = url
  }
}

/// Where a request stands among those that wait.
public enum RequestPriority: Int, Sendable, Hashable, CaseIterable, Comparable {
  case veryLow, low, normal, high, veryHigh

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The head of a response.
public struct ResponseHead: Sendable, Hashable {
  /// HTTP's status; `nil` when the protocol has none and the body is what was asked for.
  public var status: Int?
  public var fields: [HeaderField]
  /// Bytes of the body as delivered, when known.
  public var expectedByteCount: Int?
  /// Changes whenever the bytes under the URL change (file: device, inode, size, time).
  public var identity: String?
  /// "1.1", "2"; `nil` for other protocols.
  public var protocolVersion: String?
  /// Whether only the end of the connection ends the body: whether it is whole is not known.
  public var endsByClose = false

  public init(status: Int? = nil, fields: [HeaderField] = [], expectedByteCount: Int? = nil) {
    self.status = status
    self.fields = fields
    self.expectedByteCount = expectedByteCount
  }

  /// The value of the first field of that name, compared without case.
  public func value(of name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.value
  }
}

/// The other end of a connection.
public struct ConnectionAddress: Sendable, Hashable {
  /// `nil` for a connection within the machine which has no network address.
  public var address: NetworkAddress?
  public var port: Int
  /// A connection that stands already is used again.
  public var isReused: Bool
  /// It is a proxy's; the target's own address is not known.
  public var isProxy: Bool

  public init(address: NetworkAddress?, port: Int, isReused: Bool = false, isProxy: Bool = false) {
    self.address = address
    self.port = port
    self.isReused = isReused
    self.isProxy = isProxy
  }
}
