extension DecodingLimits {
  /// Whether pixels of that size and format may be held. `object` begins the message: "Decoded, the image".
  ///
  /// Throws `limitExceeded`.
  public func check(
    _ size: ImageSize, _ format: PixelFormat, _ object: String, at stage: ImageError.Stage
  ) throws(ImageError) {
    let object = "\(object) is \(size.width)×\(size.height)"
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if let maximum = maximumDecodedPixels, overflow || pixels > maximum {
      throw .exceeded(.decodedPixels, at: stage, "\(object), pixels", overflow ? .max : pixels, allowed: maximum)
    }
    let byteCount = PixelLayout(width: size.width, height: size.height, format: format)?.byteCount
    let maximum = maximumDecodedByteCount ?? .max
    guard let byteCount, byteCount <= maximum else {
      throw .exceeded(.decodedBytes, at: stage, "\(object), bytes", byteCount ?? .max, allowed: maximum)
    }
  }
}

extension ImageError {
  /// A limit was exceeded: what it is about, how much there was, how much there may be.
  public static func exceeded(
    _ limit: LimitName, at stage: Stage, _ object: String, _ value: some BinaryInteger, allowed: Int
  ) -> ImageError {
    var error = ImageError(
      .limitExceeded, at: stage, "\(object): \(value), and \(allowed) are allowed")
    error.remedy = "raise the limit `\(limit.rawValue)` if the source is trusted"
    error.limit = limit
    return error
  }
}
