public import LazuliCore

/// What a task brings.
public struct ImageResponse: Sendable {
  public var image: DecodedImage
  public var origin: ImageOrigin
  /// `nil` for an image that was in memory, and for bytes that were at hand.
  public var response: ResponseInformation?

  public init(image: DecodedImage, origin: ImageOrigin, response: ResponseInformation? = nil) {
    self.image = image
    self.origin = origin
    self.response = response
  }
}
