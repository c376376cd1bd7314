import Lazuli

/// Pictures for a command, wherever they are.
struct ImageSource: Sendable {
  let pipeline: ImagePipeline
  private let catalog: PluginCatalog
  private let requestOptions: RequestOptions
  let limits: DecodingLimits

  init(_ configuration: Configuration, _ requestOptions: RequestOptions) {
    catalog = PluginCatalog(configuration: configuration)
    pipeline = ImagePipeline(routing: catalog, settings: PipelineSettings(configuration), memoryCache: nil)
    limits = configuration.limits
    self.requestOptions = requestOptions
  }

  /// Read from the manifests when it is asked for.
  var formats: FormatTable { FormatTable(catalog) }

  /// Decodes the picture.
  func image(at location: ImageLocation, _ options: ImageOptions) async throws(ImageError) -> DecodedImage {
    switch location {
    case .url(let url, _):
      try await pipeline.image(for: request(url, options))
    case .standardInput:
      try await pipeline.image(from: standardInput(), options)
    }
  }

  /// Decodes the picture; while it loads `show` is called with what there is of it so far. Of standard input there
  /// is nothing to show before its end.
  func image(
    at location: ImageLocation, _ options: ImageOptions, showing show: (DecodedImage) -> Void
  ) async throws(ImageError) -> DecodedImage {
    guard case .url(let url, _) = location else { return try await image(at: location, options) }
    var request = try request(url, options)
    request.wantsPreviews = true
    let task = pipeline.task(for: request)
    defer { task.cancel() }
    for await event in task.events {
      if case .preview(let preview) = event { show(preview) }
    }
    return try await task.image
  }

  /// Reads as much as the header needs.
  func header(at location: ImageLocation) async throws(ImageError) -> ImageInformation {
    switch location {
    case .url(let url, _): try await pipeline.header(for: request(url, .init()))
    case .standardInput: try await pipeline.header(from: standardInput())
    }
  }

  /// The bytes as they came, after they were decoded once: what is no image is not handed on.
  func checkedBytes(
    at location: ImageLocation, _ options: ImageOptions
  ) async throws(ImageError) -> (bytes: ByteChunk, image: DecodedImage) {
    var options = options
    let bytes: ByteChunk
    switch location {
    case .url(let url, _):
      let request = try request(url, options)
      options.formatHint.fileExtension = request.url.fileExtension
      bytes = try await pipeline.data(for: request).validated().body
    case .standardInput:
      bytes = ByteChunk(try standardInput())
    }
    return (bytes, try await pipeline.image(from: bytes, options))
  }

  private func request(_ url: String, _ options: ImageOptions) throws(ImageError) -> ImageRequest {
    var request = try ImageRequest(url, options)
    request.fields = requestOptions.fields
    request.timeout = requestOptions.timeout
    return request
  }

  private func standardInput() throws(ImageError) -> [UInt8] {
    try StandardInput.readAll(maximumByteCount: limits.maximumEncodedByteCount ?? .max)
  }
}
