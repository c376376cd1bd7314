import Glibc
import Lazuli

/// How much two pictures of one size differ: over the samples of straight RGBA, where a colour that nobody
/// sees (alpha 0) counts as black. The unit is one of 255, whatever the depth.
struct PictureDifference: Sendable {
  let maximum: Double
  /// The mean of the absolute differences.
  let mean: Double
  /// Peak signal to noise ratio in decibels; infinite for equal pictures.
  let peakSignalToNoise: Double
  private let pair: PicturePair

  var isEqual: Bool { maximum == 0 }
  var width: Int { pair.width }
  var height: Int { pair.height }

  /// Both in RGBA16; `nil` for two sizes.
  init?(_ left: PixelBuffer, _ right: PixelBuffer) {
    guard let pair = PicturePair(left, right) else { return nil }
    self.pair = pair
    var sums = Sums()
    pair.forEachDifference { _, difference in sums.add(difference) }
    let count = Double(pair.width) * Double(pair.height) * 4
    maximum = Double(sums.maximum) / 257
    mean = Double(sums.absolute) / 257 / count
    peakSignalToNoise = sums.squares > 0 ? 10 * log10(65_535 * 65_535 * count / sums.squares) : .infinity
  }

  /// Each sample's difference, times `factor`, in 8 bits, rounded up, opaque; only equal pixels are black. Without a
  /// factor the greatest one is as light as can be. Throws `outOfMemory`.
  func picture(amplifiedBy factor: Double?) throws(ImageError) -> (pixels: PixelBuffer, factor: Double) {
    let factor = factor ?? (isEqual ? 1 : 255 / maximum)
    let surface = try PixelBufferPool().surface(pair.layout)
    surface.withUnsafeMutableBytes { target in
      pair.forEachDifference { offset, difference in
        // A difference of alpha shows in all three colours.
        var shown = SIMD4<Double>(pointwiseMax(difference, PicturePair.Pixel(repeating: difference.w)))
        shown = (shown * factor / 257).rounded(.up).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
        shown.w = 255
        target.storeBytes(of: SIMD4<UInt8>(shown), toByteOffset: offset, as: SIMD4<UInt8>.self)
      }
    }
    return (surface.freeze(), factor)
  }
}

/// What is added up over the pixels.
private struct Sums {
  private(set) var maximum: UInt16 = 0
  private(set) var absolute: UInt64 = 0
  private(set) var squares = 0.0

  mutating func add(_ difference: PicturePair.Pixel) {
    maximum = max(maximum, difference.max())
    absolute += UInt64(SIMD4<UInt32>(truncatingIfNeeded: difference).wrappedSum())
    let numbers = SIMD4<Double>(difference)
    squares += (numbers * numbers).sum()
  }
}
