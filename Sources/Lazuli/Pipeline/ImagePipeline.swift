public import LazuliCore
public import LazuliPlugins

/// From a URL, or from encoded bytes, to an image.
///
/// A value to be handed in: nothing is global, and pipelines of different configurations live side by
/// side. Everything runs on the pipeline's own threads; callers suspend and never wait. Cancelling the
/// task which waits cancels the load, transport and decoder included. All errors are `ImageError`s.
public final class ImagePipeline: Sendable {
  let engine: Engine

  /// Reads nothing: plugins are looked for with the first load, on a decode thread, and what is wrong
  /// with the configuration is told by the loads. Without a `searchPath` the standard places are searched.
  public convenience init(
    _ configuration: Configuration = .init(), searchPath: PluginSearchPath? = nil, log: PipelineLog? = nil
  ) {
    self.init(
      Engine(PipelineSettings(configuration), log: log) { () throws(ImageError) in
        PluginCatalog(configuration: configuration, searchPath: searchPath, messageHandler: log?.messageHandler)
      })
  }

  /// With a door to plugins of the host's own.
  public convenience init(
    routing: any PluginRouting, settings: PipelineSettings = .init(), log: PipelineLog? = nil
  ) {
    self.init(Engine(settings, log: log) { routing })
  }

  init(_ engine: Engine) {
    self.engine = engine
  }

  /// Loads and decodes an image.
  public func image(for request: ImageRequest) async throws(ImageError) -> DecodedImage {
    try await made { imageLoad(request) }.run()
  }

  /// Loads an image up to its header; the rest is not asked for.
  public func header(for request: ImageRequest) async throws(ImageError) -> ImageInformation {
    try await made { headerLoad(request) }.run()
  }

  /// Loads bytes, whatever they are and whatever the status says: below the image layer.
  public func data(for request: ImageRequest) async throws(ImageError) -> DataResponse {
    try await made { dataLoad(request) }.run()
  }

  /// Decodes bytes that are at hand.
  public func image(from bytes: ByteChunk, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await made { () throws(ImageError) in
      let interrupter = Interrupter()
      return try load(bytes, options, interrupter, ImageReceiver(engine, options, interrupter))
    }.run()
  }

  /// Reads the header of bytes that are at hand, which may be the beginning only.
  public func header(
    from bytes: ByteChunk, _ options: ImageOptions = .init()
  ) async throws(ImageError) -> ImageInformation {
    try await made { () throws(ImageError) in
      let interrupter = Interrupter()
      return try load(bytes, options, interrupter, HeaderReceiver(engine, options, interrupter))
    }.run()
  }
}

extension ImagePipeline {
  /// Makes a load out of the caller's line: what is put together for it would else be kept in the caller's
  /// frame for as long as it waits, kilobytes for each of a thousand loads.
  @inline(never)
  func made<Output>(_ make: () throws(ImageError) -> Load<Output>) throws(ImageError) -> Load<Output> {
    try make()
  }

  func imageLoad(_ request: ImageRequest) -> Load<DecodedImage> {
    let interrupter = Interrupter()
    return load(request, interrupter, ImageReceiver(engine, request.options, interrupter))
  }

  func headerLoad(_ request: ImageRequest) -> Load<ImageInformation> {
    let interrupter = Interrupter()
    return load(request, interrupter, HeaderReceiver(engine, request.options, interrupter))
  }

  func dataLoad(_ request: ImageRequest) -> Load<DataResponse> {
    load(request, Interrupter(), DataReceiver(), acceptsAnyStatus: true)
  }

  private func load<Output: Sendable>(
    _ request: ImageRequest, _ interrupter: Interrupter, _ receiver: sending any LoadReceiver<Output>,
    acceptsAnyStatus: Bool = false
  ) -> Load<Output> {
    var fetch = FetchRequest(request.url)
    fetch.fields = request.fields
    fetch.timeout = request.timeout ?? engine.settings.network.requestTimeout
    fetch.priority = request.priority
    fetch.maximumByteCount = engine.settings.limits.lowered(by: request.options.limits).maximumEncodedByteCount
    fetch.acceptsAnyStatus = acceptsAnyStatus
    return Load(engine, .url(fetch), priority: request.priority, interrupter: interrupter, receiver: receiver)
  }

  private func load<Output: Sendable>(
    _ bytes: ByteChunk, _ options: ImageOptions, _ interrupter: Interrupter,
    _ receiver: sending any LoadReceiver<Output>
  ) throws(ImageError) -> Load<Output> {
    let maximum = engine.settings.limits.lowered(by: options.limits).maximumEncodedByteCount
    if let maximum, bytes.count > maximum {
      throw .exceeded(.encodedBytes, at: .request, "The encoded bytes", bytes.count, allowed: maximum)
    }
    return Load(engine, .bytes(bytes), priority: .normal, interrupter: interrupter, receiver: receiver)
  }
}
