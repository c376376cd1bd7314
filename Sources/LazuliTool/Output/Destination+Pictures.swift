import Lazuli

extension Destination {
  static let force = OptionDefinition.flag("--force", "replace files that are there already")

  /// Where a command writes to.
  static func option(_ value: String, _ help: String) -> OptionDefinition {
    .value("--output", value, short: "-o", help)
  }

  /// Writes a picture that was made here: all of it or nothing; in a folder under the name `stem`. Throws what
  /// encoding and writing throw.
  func write(
    _ pixels: PixelBuffer, as request: EncodeRequest, stem: String, by pipeline: ImagePipeline
  ) async throws(ImageError) -> WrittenPicture {
    let header = ImageHeader(width: pixels.width, height: pixels.height, nativeFormat: pixels.format)
    let file = try open(stem: stem)
    let writer = PictureWriter(file)
    try await pipeline.encode(DecodedImage(pixels: pixels, header: header, format: request.format), as: request) {
      (bytes) throws(ImageError) in try writer.write(bytes)
    }
    guard !Task.isCancelled else { throw ImageError(.cancelled, at: .write, "Interrupted") }
    let path = try file.map { (file) throws(ImageError) in try finish(file, stem: stem, suffix: request.format) }
    return WrittenPicture(
      output: path ?? "-", width: pixels.width, height: pixels.height, format: request.format,
      byteCount: writer.byteCount)
  }
}
