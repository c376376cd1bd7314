/// Where an image came from.
public enum ImageOrigin: Sendable, Hashable {
  /// It was decoded before and still in memory.
  case memory
  /// Its source was asked for it.
  case source
}
