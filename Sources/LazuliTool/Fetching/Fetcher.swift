import Lazuli

/// Brings pictures to their destination.
struct Fetcher: Sendable {
  let source: ImageSource
  let formats: FormatTable
  let plan: PicturePlan
  let destination: Destination

  /// One picture, all of it or nothing, to a place for each of its names in the list.
  func fetch(_ entry: PictureQueue.Entry, named names: [String]) async throws(ImageError) -> [WrittenPicture] {
    let (picture, suffix) = try await fetch(entry.location)
    var written = [picture]
    for name in names.dropFirst() {
      written.append(try copy(picture, of: entry.location, named: name, suffix: suffix))
    }
    return written
  }

  private func fetch(
    _ location: ImageLocation
  ) async throws(ImageError) -> (picture: WrittenPicture, suffix: String) {
    let file = try destination.open(stem: Self.stem(of: location))
    let writer = PictureWriter(file)
    let (image, format, lost) = try await write(location, to: writer)
    guard !Task.isCancelled else { throw ImageError(.cancelled, at: .write, "Interrupted") }
    let suffix = formats.fileExtension(of: format)
    var path = "-"
    if let file { path = try destination.finish(file, stem: Self.stem(of: location), suffix: suffix) }
    let picture = WrittenPicture(
      input: location.name, output: path, width: image.width, height: image.height, format: image.format,
      byteCount: writer.byteCount,
      warnings: plan.warnings(of: image, as: format, formats) + (image.warnings + lost).lines,
      origin: PictureOrigin(location))
    return (picture, suffix)
  }

  /// Once more what was written.
  private func copy(
    _ picture: WrittenPicture, of location: ImageLocation, named name: String, suffix: String
  ) throws(ImageError) -> WrittenPicture {
    guard let file = try destination.open(stem: Self.stem(of: location)) else { return picture }
    try file.write(contentsOf: picture.output)
    var copy = picture
    copy.input = name
    copy.output = try destination.finish(file, stem: Self.stem(of: location), suffix: suffix)
    copy.origin = .joined
    return copy
  }

  /// The picture, the format of what was written, and what that could not keep.
  private func write(
    _ location: ImageLocation, to writer: PictureWriter
  ) async throws(ImageError) -> (DecodedImage, format: String, ImageWarnings) {
    switch plan.content {
    case .original(let wanted):
      let (bytes, image) = try await source.checkedBytes(at: location, plan.imageOptions)
      if let wanted, wanted != image.format { return try await encode(image, as: wanted, to: writer) }
      try bytes.withUnsafeBytes { (bytes) throws(ImageError) in try writer.write(bytes) }
      return (image, image.format, ImageWarnings())
    case .encoded(let wanted):
      let image = try await source.image(at: location, plan.imageOptions)
      return try await encode(image, as: wanted, to: writer)
    case .raw:
      let image = try await source.image(at: location, plan.imageOptions)
      try await writeRaw(image, to: writer)
      return (image, "rgba", ImageWarnings())
    }
  }

  /// In this format; where none is wanted, the picture's own if that can be written.
  private func encode(
    _ image: DecodedImage, as wanted: String?, to writer: PictureWriter
  ) async throws(ImageError) -> (DecodedImage, format: String, ImageWarnings) {
    let format = wanted ?? formats.writable(image.format, needsAlpha: plan.changes.addsTransparency)
    var request = plan.encoding.request(format, on: plan.changes.background ?? .white)
    if !plan.imageOptions.appliesOrientation { request.orientation = image.header.orientation ?? .up }
    let lost = try await source.pipeline.encode(image, as: request) { (bytes) throws(ImageError) in
      try writer.write(bytes)
    }
    return (image, format, lost)
  }

  private func writeRaw(_ image: DecodedImage, to writer: PictureWriter) async throws(ImageError) {
    guard plan.rawFrameCount > 1, let pass = image.frames?.makePass() else {
      return try RawRows.write(image.pixels, to: writer)
    }
    var count = 0
    while count < plan.rawFrameCount, let frame = try await pass.next() {
      try RawRows.write(frame.pixels, to: writer)
      count += 1
    }
  }

  private static func stem(of location: ImageLocation) -> String {
    guard let url = location.resource, !url.hasOpaquePath else { return "image" }
    return FileName.stem(fromPath: url.path)
  }
}
