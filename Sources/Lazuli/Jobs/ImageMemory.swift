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

  /// The unprocessed image of a source which has told that it is the same as then.
  func image(for request: ImageRequest, from response: ResponseInformation) -> DecodedImage? {
    guard request.cachePolicy == .use, let identity = response.head.identity,
      case .exact(let cached)? = cache.lookUp(key(for: request, processorCount: 0)),
      cached.sourceIdentity == identity
    else { return nil }
    return cached.image
  }

  /// Keeps what a source brought; incomplete images are left out.
  func keep(_ response: ImageResponse, for request: ImageRequest, processorCount: Int, plugin: String) {
    guard response.origin == .source, response.image.isComplete else { return }
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

extension ImageOptions {
  /// Names which pictures of a file are wanted, and of them what; `nil`: all. An image which is not simply the
  /// whole in a size serves no other size: it may be cut off.
  fileprivate var selection: String? {
    let pictures = onlyDefaultImage ? "default" : onlyFirstFrame ? "first" : nil
    guard resizing != ResizeOptions() else { return pictures }
    return "\(pictures ?? "all") \(resizing) \(targetSize.map { "\($0)" } ?? "")"
  }

  /// What makes the image that is wanted of a larger one, which is as it should be but for its size and the
  /// processors.
  func reducing(_ image: DecodedImage) -> [any ImageProcessor] {
    let stored = ImageSize(width: image.header.width, height: image.header.height)
    let whole = appliesOrientation ? stored.oriented(image.header.orientation ?? .up) : stored
    let size = targetSize?.size(for: whole) ?? whole
    let isSized = size == ImageSize(width: image.width, height: image.height)
    return (isSized ? [] : [ResizeProcessor(.exact(size))]) + processors
  }
}
