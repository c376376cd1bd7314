import Lazuli

/// Brings pictures to their destination.
struct Fetcher: Sendable {
  let source: ImageSource
  let plan: FetchPlan
  let destination: Destination

  /// One picture, all of it or nothing.
  func fetch(_ location: ImageLocation) async throws(ImageError) -> FetchResult {
    let file = try destination.open()
    let writer = PictureWriter(file)
    let image = try await write(location, to: writer)
    guard !Task.isCancelled else { throw ImageError(.cancelled, at: .write, "Interrupted") }
    var path = "-"
    if let file {
      path = try destination.finish(
        file, stem: Self.stem(of: location), suffix: plan.fileExtension(for: image.format))
    }
    return FetchResult(
      input: location.name, output: path, width: image.width, height: image.height, format: image.format,
      byteCount: writer.byteCount)
  }

  private func write(_ location: ImageLocation, to writer: PictureWriter) async throws(ImageError) -> DecodedImage {
    switch plan.content {
    case .original:
      let (bytes, image) = try await source.checkedBytes(at: location, plan.imageOptions)
      try bytes.withUnsafeBytes { (bytes) throws(ImageError) in try writer.write(bytes) }
      return image
    case .encoded(let format):
      let image = try await source.image(at: location, plan.imageOptions)
      try await source.pipeline.encode(image, as: encoding(format)) { (bytes) throws(ImageError) in
        try writer.write(bytes)
      }
      return image
    case .raw:
      let image = try await source.image(at: location, plan.imageOptions)
      try await writeRaw(image, to: writer)
      return image
    }
  }

  private func encoding(_ format: String) -> EncodeRequest {
    var request = EncodeRequest(format)
    request.options.quality = plan.quality
    request.background = plan.changes.background ?? .white
    request.onlyFirstFrame = true
    return request
  }

  private func writeRaw(_ image: DecodedImage, to writer: PictureWriter) async throws(ImageError) {
    let limit: Int
    switch plan.frames {
    case .first(let count): limit = count
    case .all: limit = .max
    }
    guard limit > 1, let pass = image.frames?.makePass() else {
      return try RawRows.write(image.pixels, to: writer)
    }
    var count = 0
    while count < limit, let frame = try await pass.next() {
      try RawRows.write(frame.pixels, to: writer)
      count += 1
    }
  }

  private static func stem(of location: ImageLocation) -> String {
    guard case .url(let text, _) = location, let url = try? ResourceURL(text), !url.hasOpaquePath else {
      return "image"
    }
    return FileName.stem(fromPath: url.path)
  }
}
