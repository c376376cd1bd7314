import Lazuli

/// Keeps the thumbnails of files up to date.
struct CachedThumbnails: Sendable {
  let cache: ThumbnailCache
  let maker: ThumbnailMaker
  let sizes: [ThumbnailSize]
  /// Whether also those are made that are up to date, or failed before.
  let isForced: Bool

  /// Makes what is missing, from one reading of the file; remembers a file of which nothing can be made.
  func update(_ location: ImageLocation) async throws(ImageError) -> ThumbnailUpdate {
    let file = try ThumbnailSource(location)
    guard !cache.holds(file.path) else {
      throw ImageError(.invalidRequest, at: .request, "It is a thumbnail itself")
    }
    var update = ThumbnailUpdate(input: location.name, uri: file.uri)
    var missing: [ThumbnailSize] = []
    for size in sizes {
      if let path = await existing(size, of: file) {
        update.add(path, isNew: false)
      } else {
        missing.append(size)
      }
    }
    guard let largest = missing.map(\.side).max() else { return update }
    try await checkFailure(of: file)
    let picture = try await picture(at: location, side: largest, of: file)
    for size in missing {
      let path = cache.path(of: file, size)
      try await write(picture.pixels, file.texts + picture.texts, to: path, side: size.side)
      update.add(path, isNew: true)
    }
    return update
  }

  /// The thumbnail that there is already, this user's or one beside the file.
  private func existing(_ size: ThumbnailSize, of file: ThumbnailSource) async -> String? {
    guard !isForced else { return nil }
    let own = cache.path(of: file, size)
    if await maker.isUpToDate(own, file, under: file.uri) { return own }
    guard let shared = file.sharedPath(size) else { return nil }
    return await maker.isUpToDate(shared, file, under: file.sharedURI) ? shared : nil
  }

  private func checkFailure(of file: ThumbnailSource) async throws(ImageError) {
    guard !isForced, await maker.isUpToDate(cache.failurePath(of: file), file, under: file.uri) else { return }
    throw ImageError(.corrupt, at: .decode, "It could not be decoded before; --force tries again")
  }

  private func picture(
    at location: ImageLocation, side: Int, of file: ThumbnailSource
  ) async throws(ImageError) -> (pixels: PixelBuffer, texts: [ImageText]) {
    do throws(ImageError) {
      return try await maker.picture(at: location, side: side)
    } catch {
      if error.code.fault == .data { try await rememberFailure(of: file) }
      throw error
    }
  }

  /// An entry is a picture of one clear pixel with the texts of a thumbnail.
  private func rememberFailure(of file: ThumbnailSource) async throws(ImageError) {
    guard let layout = PixelLayout(width: 1, height: 1, format: .rgba8) else { return }
    let pixel = try PixelBufferPool().surface(layout).freeze()
    try await write(pixel, file.texts, to: cache.failurePath(of: file), side: 1)
  }

  private func write(
    _ pixels: PixelBuffer, _ texts: [ImageText], to path: String, side: Int
  ) async throws(ImageError) {
    try cache.makeFolder(Destination.directory(of: path))
    let box = ImageSize(width: side, height: side)
    let small = try ResizeProcessor(.fit(box)).process(pixels, pool: PixelBufferPool())
    try await maker.write(small, texts, to: path, isPrivate: true)
  }
}
