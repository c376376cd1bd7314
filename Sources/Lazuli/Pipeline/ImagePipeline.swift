public import LazuliCache
public import LazuliCore
public import LazuliPlugins

/// From a URL, or from encoded bytes, to an image.
///
/// A value to be handed in: nothing is global, and pipelines of different configurations live side by
/// side. Everything runs on the pipeline's own threads; callers suspend and never wait. Cancelling the
/// task which waits cancels the load, transport and decoder included. All errors are `ImageError`s.
public final class ImagePipeline: Sendable {
  let engine: Engine
  let scheduler: Scheduler

  /// Reads nothing: plugins are looked for with the first load, on a decode thread, and what is wrong
  /// with the configuration is told by the loads. Without a `searchPath` the standard places are searched;
  /// without `settings` they are what the configuration says. Several pipelines may share a `memoryCache`; with `nil`
  /// nothing is kept.
  public convenience init(
    _ configuration: Configuration = .init(), searchPath: PluginSearchPath? = nil, log: PipelineLog? = nil,
    observer: PipelineObserver? = nil, settings: PipelineSettings? = nil,
    memoryCache: ImageMemoryCache? = ImageMemoryCache()
  ) {
    self.init(
      Engine(settings ?? PipelineSettings(configuration), log: log, observer: observer, memoryCache: memoryCache) {
        () throws(ImageError) in
        PluginCatalog(configuration: configuration, searchPath: searchPath, messageHandler: log?.messageHandler)
      })
  }

  /// With a door to plugins of the host's own, and a time of its own where it brings a clock.
  public convenience init(
    routing: any PluginRouting, settings: PipelineSettings = .init(), log: PipelineLog? = nil,
    observer: PipelineObserver? = nil, clock: (any PipelineClock)? = nil,
    memoryCache: ImageMemoryCache? = ImageMemoryCache()
  ) {
    self.init(Engine(settings, log: log, observer: observer, clock: clock, memoryCache: memoryCache) { routing })
  }

  init(_ engine: Engine) {
    self.engine = engine
    scheduler = Scheduler(engine)
  }

  /// Decodes bytes that are at hand.
  public func image(from bytes: ByteChunk, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await made { () throws(ImageError) in
      let interrupter = Interrupter()
      return try decode(bytes, options, interrupter) { [engine] in ImageReceiver(engine, options, interrupter) }
    }.run()
  }

  /// Reads the header of bytes that are at hand, which may be the beginning only.
  public func header(
    from bytes: ByteChunk, _ options: ImageOptions = .init()
  ) async throws(ImageError) -> ImageInformation {
    try await made { () throws(ImageError) in
      let interrupter = Interrupter()
      return try decode(bytes, options, interrupter) { [engine] in HeaderReceiver(engine, options, interrupter) }
    }.run()
  }

  private func decode<Output: Sendable>(
    _ bytes: ByteChunk, _ options: ImageOptions, _ interrupter: Interrupter,
    _ makeReceiver: @escaping @Sendable () -> any LoadReceiver<Output>
  ) throws(ImageError) -> Decode<Output> {
    let maximum = engine.settings.limits.lowered(by: options.limits).maximumEncodedByteCount
    if let maximum, bytes.count > maximum {
      throw .exceeded(.encodedBytes, at: .request, "The encoded bytes", bytes.count, allowed: maximum)
    }
    return Decode(bytes, scheduler, interrupter, makeReceiver)
  }
}
