/// What lists and views ask of a pipeline, and tests answer with fakes.
public protocol ImageLoading: Sendable {
  /// The image, if it is in memory and needs no look at its source: at once, from any thread.
  func imageInMemory(for request: ImageRequest) -> ImageResponse?

  /// Starts a load; returns at once. `receive` is called from any thread, one call at a time, and may come
  /// before this returns.
  func load(
    _ request: ImageRequest, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void
  ) -> any ImageLoadControl
}
