public import LazuliCore

extension ImagePipeline {
  /// Loads and decodes an image.
  public func image(for url: ResourceURL, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await image(for: ImageRequest(url, options))
  }

  /// Loads and decodes an image; the URL is parsed as browsers do it.
  public func image(for url: String, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await image(for: ImageRequest(url, options))
  }

  /// Loads an image up to its header.
  public func header(
    for url: ResourceURL, _ options: ImageOptions = .init()
  ) async throws(ImageError) -> ImageInformation {
    try await header(for: ImageRequest(url, options))
  }

  /// Loads an image up to its header.
  public func header(for url: String, _ options: ImageOptions = .init()) async throws(ImageError) -> ImageInformation {
    try await header(for: ImageRequest(url, options))
  }

  /// Loads bytes, whatever their status.
  public func data(for url: ResourceURL) async throws(ImageError) -> DataResponse {
    try await data(for: ImageRequest(url))
  }

  /// Loads bytes, whatever their status.
  public func data(for url: String) async throws(ImageError) -> DataResponse {
    try await data(for: ImageRequest(url))
  }

  /// Decodes bytes that are at hand; they are copied.
  public func image(from bytes: [UInt8], _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await image(from: ByteChunk(bytes), options)
  }

  /// Reads the header of bytes that are at hand; they are copied.
  public func header(
    from bytes: [UInt8], _ options: ImageOptions = .init()
  ) async throws(ImageError) -> ImageInformation {
    try await header(from: ByteChunk(bytes), options)
  }
}
