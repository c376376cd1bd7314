public import LazuliCore

/// A body as it came, whatever its status: below the image layer.
public struct DataResponse: Sendable {
  public var body: ByteChunk
  public var response: ResponseInformation

  public init(body: ByteChunk, response: ResponseInformation) {
    self.body = body
    self.response = response
  }

  /// A copy of the body.
  public var bytes: [UInt8] { body.withUnsafeBytes { Array($0) } }
  /// HTTP's status; `nil` for protocols without one.
  public var status: Int? { response.head.status }

  /// The response itself when its status says that the body is what was asked for. Throws `httpStatus`.
  public func validated() throws(ImageError) -> DataResponse {
    try StatusRules.check(response.head, response.url, isRangeRequested: false)
    return self
  }
}
