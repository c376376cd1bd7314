/// What there is in memory for a key.
public enum ImageCacheAnswer: Sendable {
  /// What was asked for.
  case exact(CachedImage)
  /// The same picture at least as large and before all processors: to be brought to the size, then processed.
  case larger(CachedImage)
}
