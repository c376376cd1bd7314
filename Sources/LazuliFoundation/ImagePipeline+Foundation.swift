public import Foundation
public import Lazuli

extension ImagePipeline {
  /// Loads and decodes an image.
  public func image(for url: URL, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await image(for: ResourceURL(url), options)
  }

  /// Loads an image up to its header.
  public func header(for url: URL, _ options: ImageOptions = .init()) async throws(ImageError) -> ImageInformation {
    try await header(for: ResourceURL(url), options)
  }

  /// Loads bytes, whatever their status.
  public func data(for url: URL) async throws(ImageError) -> DataResponse {
    try await data(for: ResourceURL(url))
  }

  /// Decodes bytes that are at hand; they are copied.
  public func image(from data: Data, _ options: ImageOptions = .init()) async throws(ImageError) -> DecodedImage {
    try await image(from: ByteChunk(data), options)
  }

  /// Reads the header of bytes that are at hand; they are copied.
  public func header(from data: Data, _ options: ImageOptions = .init()) async throws(ImageError) -> ImageInformation {
    try await header(from: ByteChunk(data), options)
  }
}

extension ImageLoading {
  /// The images of many URLs for a `for await` loop.
  public func images(
    for urls: [URL], order: ImageSequence.Order = .arrival, lookAhead: Int = 8
  ) throws(ImageError) -> ImageSequence {
    images(for: try urls.map { url throws(ImageError) in try ResourceURL(url) }, order: order, lookAhead: lookAhead)
  }
}
