import Glibc
import Lazuli

/// How much two pictures of one size differ: over the samples of straight RGBA, where a colour that nobody
/// sees (alpha 0) counts as black. The unit is one of 255, whatever the depth.
struct PictureDifference: Sendable {
  private(set) var maximum = 0.0
  /// The mean of the absolute differences.
  private(set) var mean = 0.0
  /// Peak signal to noise ratio in decibels; infinite for equal pictures.
  private(set) var peakSignalToNoise = Double.infinity
  /// Each sample's difference in 8 bits, rounded up, opaque; only equal pixels are black.
  let picture: PixelBuffer

  var isEqual: Bool { maximum == 0 }

  /// Both in RGBA16. Throws `invalidRequest` for two sizes, and `outOfMemory`.
  init(_ left: PixelBuffer, _ right: PixelBuffer) throws(ImageError) {
    guard left.width == right.width, left.height == right.height,
      let layout = PixelLayout(width: left.width, height: left.height, format: .rgba8)
    else {
      throw ImageError(
        .invalidRequest, at: .process,
        "The pictures are \(left.width)×\(left.height) and \(right.width)×\(right.height); "
          + "lazuli convert --exact makes them one size")
    }
    let surface = try PixelBufferPool().surface(layout)
    var sums = Sums()
    left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in
        surface.withUnsafeMutableBytes { target in
          for y in 0..<layout.height {
            sums.compare(
              leftBytes[(y * left.bytesPerRow)...], rightBytes[(y * right.bytesPerRow)...],
              target.baseAddress! + y * layout.bytesPerRow, count: layout.width)
          }
        }
      }
    }
    picture = surface.freeze()
    let count = Double(layout.width) * Double(layout.height) * 4
    maximum = Double(sums.maximum) / 257
    mean = Double(sums.absolute) / 257 / count
    if sums.squares > 0 { peakSignalToNoise = 10 * log10(65_535 * 65_535 * count / sums.squares) }
  }
}

/// What is added up over the pixels.
private struct Sums {
  private typealias Pixel = SIMD4<UInt16>

  private(set) var maximum: UInt16 = 0
  private(set) var absolute: UInt64 = 0
  private(set) var squares = 0.0

  /// A row: `count` pixels of both, and their difference.
  mutating func compare(
    _ left: Slice<UnsafeRawBufferPointer>, _ right: Slice<UnsafeRawBufferPointer>, _ target: UnsafeMutableRawPointer,
    count: Int
  ) {
    let (left, right) = (UnsafeRawBufferPointer(rebasing: left), UnsafeRawBufferPointer(rebasing: right))
    for x in 0..<count {
      let difference = Self.difference(
        left.loadUnaligned(fromByteOffset: x * 8, as: Pixel.self),
        right.loadUnaligned(fromByteOffset: x * 8, as: Pixel.self))
      add(difference)
      // A difference of alpha shows in all three colours.
      var shown = pointwiseMax(difference, Pixel(repeating: difference.w))
      shown.w = .max
      let rounded = SIMD4<UInt32>(truncatingIfNeeded: shown) &+ 256
      target.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: rounded / 257), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
  }

  private static func difference(_ left: Pixel, _ right: Pixel) -> Pixel {
    let (left, right) = (seen(left), seen(right))
    return pointwiseMax(left, right) &- pointwiseMin(left, right)
  }

  private static func seen(_ pixel: Pixel) -> Pixel { pixel.w == 0 ? Pixel() : pixel }

  private mutating func add(_ difference: Pixel) {
    maximum = max(maximum, difference.max())
    absolute += UInt64(SIMD4<UInt32>(truncatingIfNeeded: difference).wrappedSum())
    let numbers = SIMD4<Double>(difference)
    squares += (numbers * numbers).sum()
  }
}
