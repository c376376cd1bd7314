import Glibc
import Lazuli

/// How much two pictures of one size differ: over the samples of straight RGBA8, where a colour that
/// nobody sees (alpha 0) counts as black.
struct PictureDifference: Sendable {
  private(set) var maximum = 0
  /// The mean of the absolute differences.
  private(set) var mean = 0.0
  /// Peak signal to noise ratio in decibels; infinite for equal pictures.
  private(set) var peakSignalToNoise = Double.infinity
  /// Each sample's difference, opaque; equal pixels are black.
  let picture: PixelBuffer

  var isEqual: Bool { maximum == 0 }

  /// Both in RGBA8. Throws `invalidRequest` for two sizes, and `outOfMemory`.
  init(_ left: PixelBuffer, _ right: PixelBuffer) throws(ImageError) {
    guard left.width == right.width, left.height == right.height,
      let layout = PixelLayout(width: left.width, height: left.height, format: .rgba8)
    else {
      throw ImageError(
        .invalidRequest, at: .process,
        "The pictures are \(left.width)×\(left.height) and \(right.width)×\(right.height); scale one with fetch --size")
    }
    let surface = try PixelBufferPool().surface(layout)
    var sums = Sums()
    left.withUnsafeBytes { leftBytes in
      right.withUnsafeBytes { rightBytes in
        surface.withUnsafeMutableBytes { target in
          for y in 0..<layout.height {
            for x in 0..<layout.width {
              sums.compare(
                leftBytes, y * left.bytesPerRow + x * 4, rightBytes, y * right.bytesPerRow + x * 4, target,
                y * layout.bytesPerRow + x * 4)
            }
          }
        }
      }
    }
    picture = surface.freeze()
    let count = Double(layout.width) * Double(layout.height) * 4
    maximum = sums.maximum
    mean = Double(sums.absolute) / count
    if sums.squares > 0 { peakSignalToNoise = 10 * log10(255 * 255 * count / Double(sums.squares)) }
  }
}

/// What is added up over the pixels.
private struct Sums {
  var maximum = 0
  var absolute: UInt64 = 0
  var squares: UInt64 = 0

  mutating func compare(
    _ left: UnsafeRawBufferPointer, _ leftAt: Int, _ right: UnsafeRawBufferPointer, _ rightAt: Int,
    _ target: UnsafeMutableRawBufferPointer, _ targetAt: Int
  ) {
    let (leftAlpha, rightAlpha) = (left[leftAt + 3], right[rightAt + 3])
    let alphaDifference = abs(Int(leftAlpha) - Int(rightAlpha))
    count(alphaDifference)
    for index in 0..<3 {
      let (a, b) = (leftAlpha == 0 ? 0 : left[leftAt + index], rightAlpha == 0 ? 0 : right[rightAt + index])
      let difference = abs(Int(a) - Int(b))
      count(difference)
      target[targetAt + index] = UInt8(max(difference, alphaDifference))
    }
    target[targetAt + 3] = 255
  }

  private mutating func count(_ difference: Int) {
    maximum = max(maximum, difference)
    absolute += UInt64(difference)
    squares += UInt64(difference * difference)
  }
}
