/// What a request lets caches do.
public enum CachePolicy: Sendable, Hashable {
  /// Whatever a cache has is used.
  case use
  /// The source is asked; what it brings is kept as ever.
  case reload
  /// Nothing is asked but caches: without an entry the load fails with `notCached`.
  case cacheOnly
}
