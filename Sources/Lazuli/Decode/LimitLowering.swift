import LazuliCore

extension DecodingLimits {
  /// The lower of the two in each.
  func lowered(by other: DecodingLimits?) -> DecodingLimits {
    guard let other else { return self }
    var limits = self
    limits.lower(\.maximumSide, other)
    limits.lower(\.maximumSourcePixels, other)
    limits.lower(\.maximumDecodedPixels, other)
    limits.lower(\.maximumDecodedByteCount, other)
    limits.lower(\.maximumWorkingByteCount, other)
    limits.lower(\.maximumEncodedByteCount, other)
    limits.lower(\.maximumMetadataByteCount, other)
    limits.lower(\.maximumFrameCount, other)
    limits.lower(\.maximumPassCount, other)
    limits.lower(\.maximumDecodingTime, other)
    return limits
  }

  private mutating func lower<Value: Comparable>(
    _ limit: WritableKeyPath<DecodingLimits, Value?>, _ other: DecodingLimits
  ) {
    guard let value = other[keyPath: limit] else { return }
    self[keyPath: limit] = self[keyPath: limit].map { min($0, value) } ?? value
  }
}
