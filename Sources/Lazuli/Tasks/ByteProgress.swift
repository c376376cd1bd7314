/// How much of a body is there.
public struct ByteProgress: Sendable, Hashable {
  public var receivedByteCount: Int
  /// `nil` while nobody knows.
  public var expectedByteCount: Int?

  public init(receivedByteCount: Int, expectedByteCount: Int? = nil) {
    self.receivedByteCount = receivedByteCount
    self.expectedByteCount = expectedByteCount
  }

  /// 0 to 1; `nil` while nobody knows.
  public var fraction: Double? {
    guard let expectedByteCount, expectedByteCount > 0 else { return nil }
    return min(1, Double(receivedByteCount) / Double(expectedByteCount))
  }
}
