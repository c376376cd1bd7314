import LazuliCore

/// A request as task and jobs hold it, once, with what it takes to compare it.
final class SharedRequest: Sendable {
  let value: ImageRequest
  let fetchHash: Int
  let decodeHash: Int

  init(_ value: ImageRequest) {
    self.value = value
    fetchHash = Self.fetchHash(of: value)
    decodeHash = DecodeIdentity(value.options).hashValue
  }

  private static func fetchHash(of request: ImageRequest) -> Int {
    var hasher = Hasher()
    hasher.combine(request.url.withoutFragment)
    hasher.combine(request.fields)
    hasher.combine(request.cachePolicy)
    return hasher.finalize()
  }

  /// Whether both get the same bytes: URL with its credentials, fields, cache policy, and how many there may be.
  func fetchesAlike(_ other: SharedRequest) -> Bool {
    let (one, two) = (value, other.value)
    return one.url.withoutFragment == two.url.withoutFragment && one.fields == two.fields
      && one.cachePolicy == two.cachePolicy
      && one.options.limits?.maximumEncodedByteCount == two.options.limits?.maximumEncodedByteCount
  }

  /// Whether both make the same pixels of the same bytes, before any processor.
  func decodesAlike(_ other: SharedRequest) -> Bool {
    DecodeIdentity(value.options) == DecodeIdentity(other.value.options)
  }

  /// Whether the first `count` processors are the same.
  func processesAlike(_ other: SharedRequest, count: Int) -> Bool {
    let (one, two) = (value.options.processors.prefix(count), other.value.options.processors.prefix(count))
    return one.count == two.count && zip(one, two).allSatisfy { $0.identity == $1.identity }
  }
}

/// What of the options changes the pixels of an image, but for its processors.
///
/// A member of `ImageOptions` which is missing here makes unequal images one: a test counts them.
struct DecodeIdentity: Hashable {
  let targetSize: SizeFitting?
  let resizing: ResizeOptions
  let pixelFormat: PixelFormat?
  let colorSpace: OutputColorSpace
  let switches: [Bool]
  let formatHint: FormatHint
  let limits: DecodingLimits?

  init(_ options: ImageOptions) {
    targetSize = options.targetSize
    resizing = options.resizing
    pixelFormat = options.pixelFormat
    colorSpace = options.colorSpace
    switches = [
      options.appliesOrientation, options.allowsIncomplete, options.onlyFirstFrame, options.onlyDefaultImage,
    ]
    formatHint = options.formatHint
    limits = options.limits
  }
}
