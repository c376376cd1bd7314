import LazuliCore

/// Reads the section `limits`: zero never means unlimited, which is said in words.
enum LimitsReader {
  static func read(_ cursor: JSONCursor) throws(ImageError) -> DecodingLimits {
    try cursor.rejectUnknownKeys(ImageError.LimitName.allCases.map(\.rawValue))
    var limits = DecodingLimits()
    for (key, value) in try cursor.members() {
      guard let name = ImageError.LimitName(rawValue: key) else { continue }
      if let keyPath = path(of: name) {
        limits[keyPath: keyPath] = try unlessUnlimited(value, count)
      } else {
        limits.maximumDecodingTime = try unlessUnlimited(value, duration)
      }
    }
    return limits
  }

  /// `nil` for the one that is a time.
  private static func path(of name: ImageError.LimitName) -> WritableKeyPath<DecodingLimits, Int?>? {
    switch name {
    case .side: \.maximumSide
    case .sourcePixels: \.maximumSourcePixels
    case .decodedPixels: \.maximumDecodedPixels
    case .decodedBytes: \.maximumDecodedByteCount
    case .workingBytes: \.maximumWorkingByteCount
    case .encodedBytes: \.maximumEncodedByteCount
    case .metadataBytes: \.maximumMetadataByteCount
    case .frames: \.maximumFrameCount
    case .passes: \.maximumPassCount
    case .seconds: nil
    }
  }

  /// `nil` for the word "unlimited".
  static func unlessUnlimited<Value>(
    _ cursor: JSONCursor, _ read: (JSONCursor) throws(ImageError) -> Value
  ) throws(ImageError) -> Value? {
    guard case .string(let text) = cursor.value else { return try read(cursor) }
    guard text == "unlimited" else { throw cursor.error("has to be a number or \"unlimited\"") }
    return nil
  }

  /// Seconds above zero, up to a year.
  static func duration(_ cursor: JSONCursor) throws(ImageError) -> Duration {
    let seconds = try cursor.number()
    guard seconds > 0, seconds <= 31_536_000 else {
      throw cursor.error("has to be above 0 seconds, and at the most a year")
    }
    return .milliseconds(max(1, Int64(seconds * 1000)))
  }

  /// Above zero.
  static func count(_ cursor: JSONCursor) throws(ImageError) -> Int {
    let value = try cursor.integer()
    guard value > 0 else { throw cursor.error("has to be above 0; \"unlimited\" switches a limit off") }
    return Int(value)
  }
}
