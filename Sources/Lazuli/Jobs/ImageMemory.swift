import LazuliCache
import LazuliCore

/// The memory cache as a pipeline uses it: which requests it may answer, and under which keys.
struct ImageMemory: Sendable {
  let cache: ImageMemoryCache
  /// Which items of a query name the bytes.
  let rule: QueryItemRule

  /// What there is for a request without a look at its source.
  func answer(to request: ImageRequest) -> ImageCacheAnswer? {
    guard request.cachePolicy != .reload else { return nil }
    let key = key(for: request, processorCount: request.options.processors.count)
    switch cache.lookUp(key) {
    case .exact(let cached) where cached.sourceIdentity == nil: return .exact(cached)
    case .larger(let cached) where cached.sourceIdentity == nil: return .larger(cached)
    default: return nil
    }
  }

  /// The unprocessed image of a source which has told that it is the same as then, or one to be reduced to it.
  func image(
    for request: ImageRequest, from response: ResponseInformation, pool: PixelBufferPool
  ) -> Recollection<DecodedImage>? {
    switch answer(to: request, processorCount: 0, from: response) {
    case .exact(let cached): .there(cached.image)
    case .larger(let cached):
      .toBeMade { () throws(ImageError) in
        var image = cached.image
        image.pixels = try request.options.reducing(image).process(image.pixels, pool: pool)
        return image
      }
    case nil: nil
    }
  }

  /// The processed image of a source which has told that it is the same as then.
  func processedImage(for request: ImageRequest, _ count: Int, from response: ResponseInformation) -> DecodedImage? {
    guard case .exact(let cached)? = answer(to: request, processorCount: count, from: response) else { return nil }
    return cached.image
  }

  private func answer(
    to request: ImageRequest, processorCount: Int, from response: ResponseInformation
  ) -> ImageCacheAnswer? {
    guard request.cachePolicy == .use, let identity = response.head.identity else { return nil }
    let answer = cache.lookUp(key(for: request, processorCount: processorCount))
    switch answer {
    case .exact(let cached), .larger(let cached): return cached.sourceIdentity == identity ? answer : nil
    case nil: return nil
    }
  }

  /// Keeps what was made; incomplete images are left out.
  func keep(_ response: ImageResponse, for request: ImageRequest, processorCount: Int, plugin: String) {
    guard response.image.isComplete else { return }
    let frames = response.image.frames as? AnimationFrames
    cache.insert(
      CachedImage(
        response.image, plugin: plugin, sourceIdentity: response.response?.head.identity,
        encodedByteCount: frames?.encodedByteCount ?? 0),
      for: key(for: request, processorCount: processorCount))
  }

  func key(for request: ImageRequest, processorCount: Int) -> ImageCacheKey {
    let options = request.options
    let source =
      request.cacheKey.map { ImageSourceKey(custom: $0) }
      ?? ImageSourceKey(url: request.url, counting: rule, fields: request.fields)
    let rendering = ImageRenderingKey(
      pixelFormat: options.pixelFormat, appliesOrientation: options.appliesOrientation,
      color: options.colorSpace.rawValue, selection: options.selection,
      processors: options.processors.prefix(processorCount).map(\.identity))
    return ImageCacheKey(source: source, rendering: rendering, size: options.targetSize)
  }
}

/// What memory has of what a job is to make.
enum Recollection<Output: Sendable>: Sendable {
  case there(Output)
  /// Of something larger, on a decode thread.
  case toBeMade(@Sendable () throws(ImageError) -> Output)
}

extension ImageOptions {
  /// Names which pictures of a file are wanted, and of them what; `nil`: all. An image which is not simply the
  /// whole in a size serves no other size: it may be cut off.
  fileprivate var selection: String? {
    let pictures = onlyDefaultImage ? "default" : onlyFirstFrame ? "first" : nil
    guard resizing != ResizeOptions() else { return pictures }
    return "\(pictures ?? "all") \(resizing) \(targetSize.map { "\($0)" } ?? "")"
  }

  /// What makes the image that is wanted of a larger one, which is as it should be but for its size and the
  /// processors, before these.
  func reducing(_ image: DecodedImage) -> ResizeProcessor {
    let stored = ImageSize(width: image.header.width, height: image.header.height)
    let whole = appliesOrientation ? stored.oriented(image.header.orientation ?? .up) : stored
    return ResizeProcessor(.exact(targetSize?.size(for: whole) ?? whole))
  }
}
