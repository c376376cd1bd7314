import Lazuli

/// Makes thumbnails.
struct ThumbnailMaker: Sendable {
  private let source: ImageSource
  private let formats: FormatTable
  private let allowsIncomplete: Bool

  init(_ source: ImageSource, allowsIncomplete: Bool) {
    self.source = source
    self.allowsIncomplete = allowsIncomplete
    formats = source.formats
  }

  /// A picture at most so large, and what its thumbnails say of it.
  func picture(
    at location: ImageLocation, side: Int
  ) async throws(ImageError) -> (pixels: PixelBuffer, texts: [ImageText]) {
    var options = ImageOptions(fitting: ImageSize(width: side, height: side))
    options.onlyFirstFrame = true
    options.allowsIncomplete = allowsIncomplete
    let image = try await source.image(at: location, options)
    let stored = ImageSize(width: image.header.width, height: image.header.height)
    let upright = stored.oriented(image.header.orientation ?? .up)
    let type = formats.mediaType(of: image.format).map { [ImageText("Thumb::Mimetype", $0)] } ?? []
    return (
      image.pixels,
      type + [
        ImageText("Thumb::Image::Width", String(upright.width)),
        ImageText("Thumb::Image::Height", String(upright.height)),
      ]
    )
  }

  /// Writes a thumbnail aside, and then in place of what is there: of straight RGBA, 8 bits, not interlaced. With
  /// `isPrivate` for its owner alone, whatever the file before was.
  func write(
    _ pixels: PixelBuffer, _ texts: [ImageText], to path: String, isPrivate: Bool
  ) async throws(ImageError) {
    let target = try LinkTarget.path(of: path)
    let file = try OutputFile(
      directory: Destination.directory(of: target), name: path, permissions: isPrivate ? 0o600 : 0o666)
    let writer = PictureWriter(file)
    let header = ImageHeader(width: pixels.width, height: pixels.height, nativeFormat: pixels.format)
    var request = EncodeRequest("png")
    request.texts = texts
    request.options.keepsPixelFormat = true
    try await source.pipeline.encode(DecodedImage(pixels: pixels, header: header, format: "png"), as: request) {
      (bytes) throws(ImageError) in try writer.write(bytes)
    }
    guard !Task.isCancelled else { throw ImageError(.cancelled, at: .write, "Interrupted") }
    try file.replace(target, keepsPermissions: !isPrivate)
  }

  /// Whether there is a thumbnail of the file as it is now.
  func isUpToDate(_ path: String, _ file: ThumbnailSource, under uri: String) async -> Bool {
    guard let bytes = try? TextFile.read(path, maximumByteCount: 65_536),
      let information = try? await source.pipeline.header(from: bytes)
    else { return false }
    return file.isShown(by: information.metadata, under: uri)
  }
}
