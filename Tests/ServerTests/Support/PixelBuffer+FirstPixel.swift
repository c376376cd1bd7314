import Lazuli

extension PixelBuffer {
  /// The first pixel of RGBA8.
  var firstPixel: [UInt8] { withUnsafeBytes { Array($0.prefix(4)) } }
}
