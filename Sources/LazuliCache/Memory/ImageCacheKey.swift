public import LazuliCore

/// What a cached image is known by.
public struct ImageCacheKey: Sendable, Hashable {
  public var source: ImageSourceKey
  public var rendering: ImageRenderingKey
  /// The size that was wanted; `nil`: as large as it is.
  public var size: SizeFitting?

  public init(source: ImageSourceKey, rendering: ImageRenderingKey = .init(), size: SizeFitting? = nil) {
    self.source = source
    self.rendering = rendering
    self.size = size
  }
}
