import Lazuli

extension Destination {
  /// Writes a picture that was made here: all of it or nothing. Throws what encoding and writing throw.
  func write(
    _ pixels: PixelBuffer, as request: EncodeRequest, by pipeline: ImagePipeline
  ) async throws(ImageError) -> WrittenPicture {
    let header = ImageHeader(width: pixels.width, height: pixels.height, nativeFormat: pixels.format)
    let file = try open()
    let writer = PictureWriter(file)
    try await pipeline.encode(DecodedImage(pixels: pixels, header: header, format: request.format), as: request) {
      (bytes) throws(ImageError) in try writer.write(bytes)
    }
    guard !Task.isCancelled else { throw ImageError(.cancelled, at: .write, "Interrupted") }
    let path = try file.map { (file) throws(ImageError) in try finish(file, stem: "image", suffix: request.format) }
    return WrittenPicture(
      output: path ?? "-", width: pixels.width, height: pixels.height, format: request.format,
      byteCount: writer.byteCount)
  }
}
