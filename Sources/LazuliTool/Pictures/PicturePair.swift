import Lazuli

/// Two pictures of one size, in RGBA16.
struct PicturePair: Sendable {
  typealias Pixel = SIMD4<UInt16>

  private let left: PixelBuffer
  private let right: PixelBuffer
  /// Of a picture of their size in RGBA8.
  let layout: PixelLayout

  var width: Int { layout.width }
  var height: Int { layout.height }

  init?(_ left: PixelBuffer, _ right: PixelBuffer) {
    guard left.width == right.width, left.height == right.height,
      let layout = PixelLayout(width: left.width, height: left.height, format: .rgba8)
    else { return nil }
    (self.left, self.right, self.layout) = (left, right, layout)
  }

  /// Calls `body` for each pixel, with its place in memory of `layout`.
  func forEachDifference(_ body: (_ offset: Int, Pixel) -> Void) {
    left.withUnsafeBytes { left in
      right.withUnsafeBytes { right in
        for y in 0..<height {
          for x in 0..<width {
            let a = left.loadUnaligned(fromByteOffset: y * self.left.bytesPerRow + x * 8, as: Pixel.self)
            let b = right.loadUnaligned(fromByteOffset: y * self.right.bytesPerRow + x * 8, as: Pixel.self)
            body(y * layout.bytesPerRow + x * 4, Self.difference(a, b))
          }
        }
      }
    }
  }

  private static func difference(_ left: Pixel, _ right: Pixel) -> Pixel {
    let (left, right) = (seen(left), seen(right))
    return pointwiseMax(left, right) &- pointwiseMin(left, right)
  }

  private static func seen(_ pixel: Pixel) -> Pixel { pixel.w == 0 ? Pixel() : pixel }
}
