public import LazuliCore

/// An image in memory, with what is to be known to use it again.
public struct CachedImage: Sendable {
  public var image: DecodedImage
  /// The id of the plugin that decoded it.
  public var plugin: String
  /// Of the source it was made from, as `ResponseHead.identity` said; `nil` for a source without one.
  public var sourceIdentity: String?
  /// The encoded bytes that the image keeps, as an animation does.
  public var encodedByteCount: Int

  public init(_ image: DecodedImage, plugin: String = "", sourceIdentity: String? = nil, encodedByteCount: Int = 0) {
    self.image = image
    self.plugin = plugin
    self.sourceIdentity = sourceIdentity
    self.encodedByteCount = encodedByteCount
  }

  /// What it takes in memory: pixels, kept bytes and metadata.
  var byteCount: Int {
    let profile = image.pixels.color.iccProfile?.count ?? 0
    return image.metadata.reduce(image.pixels.byteCount + encodedByteCount + profile) { $0 + $1.byteCount }
  }
}

extension MetadataItem {
  fileprivate var byteCount: Int {
    switch self {
    case .icc(let bytes), .exif(let bytes), .xmp(let bytes): bytes.count
    case .text(let keyword, let text): keyword.utf8.count + text.utf8.count
    case .orientation, .playCount, .frameCount: 0
    }
  }
}
