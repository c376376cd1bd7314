public import LazuliCore

extension ImagePipeline {
  /// Writes an image, and its animation where the format has such.
  ///
  /// `write` is given the file piece by piece, on a decode thread; it may block for as long as the
  /// writing takes, and what it throws ends the encoding. Returns what could not be kept, as colours that
  /// the format cannot tell of. Throws `noPluginForFormat`, `unsupported`, what the encoder throws, and `cancelled`.
  @discardableResult
  public func encode(
    _ image: DecodedImage, as request: EncodeRequest,
    to write: @escaping @Sendable (UnsafeRawBufferPointer) throws(ImageError) -> Void
  ) async throws(ImageError) -> ImageWarnings {
    try await ImageEncoding(engine, image, request, write).run()
  }

  /// Encodes an image into memory. What could not be kept is told to the log.
  public func encode(_ image: DecodedImage, as request: EncodeRequest) async throws(ImageError) -> [UInt8] {
    let output = EncodedOutput()
    try await encode(image, as: request) { (bytes) throws(ImageError) in output.append(bytes) }
    return output.bytes
  }
}
