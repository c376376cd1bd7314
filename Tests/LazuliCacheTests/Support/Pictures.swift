import LazuliCore
import Testing

@testable import LazuliCache

/// A picture whose pixels take `width` · `height` bytes.
func picture(
  _ width: Int, _ height: Int, of whole: ImageSize? = nil, orientation: Orientation? = nil,
  frames: (any ImageFrames)? = nil
) throws -> DecodedImage {
  let layout = try #require(PixelLayout(width: width, height: height, format: .gray8, rowAlignment: 1))
  var header = ImageHeader(width: whole?.width ?? width, height: whole?.height ?? height, nativeFormat: .gray8)
  header.orientation = orientation
  return DecodedImage(
    pixels: try PixelBufferPool().surface(layout).freeze(), header: header, format: "test", frames: frames)
}

extension ImageCacheKey {
  /// The key of the picture of that number.
  static func number(_ number: Int) -> ImageCacheKey { ImageCacheKey(source: .init(custom: String(number))) }
}

extension ImageMemoryCache {
  /// Room for so many pictures of `byteCount` bytes.
  convenience init(roomFor count: Int, of byteCount: Int) {
    // What an entry takes beside its pixels: less than 2 KiB.
    self.init(ImageMemoryLimits(maximumByteCount: count * (byteCount + 2048)))
  }

  func contains(_ key: ImageCacheKey) -> Bool { lookUp(key) != nil }
}

extension ImageCacheAnswer {
  var exact: CachedImage? { if case .exact(let image) = self { image } else { nil } }
  var larger: CachedImage? { if case .larger(let image) = self { image } else { nil } }
}
