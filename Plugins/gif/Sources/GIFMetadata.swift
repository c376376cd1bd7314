import LazuliABI

/// The items that were kept, by kind.
struct GIFMetadata {
  /// What an item costs beside its bytes, so that a million empty ones are not free.
  private static let itemOverhead = 64

  private var texts: [[UInt8]] = []
  private var profiles: [[UInt8]] = []
  private var packets: [[UInt8]] = []
  private var byteCount = 0
  private let maximumByteCount: Int

  init(maximumByteCount: UInt64) {
    self.maximumByteCount = Int(clamping: maximumByteCount)
  }

  /// Bytes that an item may still have.
  var capacity: Int { maximumByteCount - byteCount - Self.itemOverhead }

  /// Keeps an item and answers its index among its kind; `nil` when it is above the limit.
  mutating func add(kind: UInt32, _ bytes: [UInt8]) -> UInt32? {
    guard bytes.count <= capacity else { return nil }
    byteCount += bytes.count + Self.itemOverhead
    switch kind {
    case LZL_METADATA_ICC: return Self.append(bytes, to: &profiles)
    case LZL_METADATA_XMP: return Self.append(bytes, to: &packets)
    default: return Self.append(bytes, to: &texts)
    }
  }

  func bytes(kind: UInt32, index: UInt32) -> [UInt8]? {
    let items =
      switch kind {
      case LZL_METADATA_ICC: profiles
      case LZL_METADATA_XMP: packets
      case LZL_METADATA_TEXT: texts
      default: [[UInt8]]()
      }
    return Int(index) < items.count ? items[Int(index)] : nil
  }

  private static func append(_ bytes: [UInt8], to items: inout [[UInt8]]) -> UInt32 {
    items.append(bytes)
    return UInt32(clamping: items.count - 1)
  }
}
