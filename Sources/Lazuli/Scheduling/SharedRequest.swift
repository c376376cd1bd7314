import LazuliCore
import Synchronization

/// What a request says, held once by its copies, its tasks and their jobs, with what it takes to compare it.
final class SharedRequest: @unchecked Sendable {
  // Unchecked: `value` changes only through an `ImageRequest` which alone holds it.
  struct Value: Sendable {
    var url: ResourceURL
    var options: ImageOptions
    var fields: [HeaderField] = []
    var cacheKey: String?
    var userInfo: (any Sendable)?
    var timeout: Duration?
    var priority = RequestPriority.normal
    var cachePolicy = CachePolicy.use
    var wantsPreviews = false
  }

  private(set) var value: Value
  /// 0 until somebody asks; whoever comes first.
  private let knownFetchHash = Atomic(0)
  private let knownDecodeHash = Atomic(0)

  init(_ value: Value) {
    self.value = value
  }

  func change(_ change: (inout Value) -> Void) {
    change(&value)
    knownFetchHash.store(0, ordering: .relaxed)
    knownDecodeHash.store(0, ordering: .relaxed)
  }

  var fetchHash: Int { Self.remembered(knownFetchHash) { value.fetchHash } }
  var decodeHash: Int { Self.remembered(knownDecodeHash) { DecodeIdentity(value.options).hashValue } }

  private static func remembered(_ hash: borrowing Atomic<Int>, _ make: () -> Int) -> Int {
    let known = hash.load(ordering: .relaxed)
    guard known == 0 else { return known }
    let made = make()
    hash.store(made, ordering: .relaxed)
    return made
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

extension SharedRequest.Value {
  fileprivate var fetchHash: Int {
    var hasher = Hasher()
    hasher.combine(url.withoutFragment)
    hasher.combine(fields)
    hasher.combine(cachePolicy)
    return hasher.finalize()
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
