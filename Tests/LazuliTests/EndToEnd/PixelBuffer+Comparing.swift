import Lazuli

extension PixelBuffer {
  /// Whether each pixel of RGBA8 is this one.
  func isFilled(with color: [UInt8]) -> Bool {
    withUnsafeBytes { bytes in
      (0..<height).allSatisfy { y in
        (0..<width).allSatisfy { x in
          let start = y * bytesPerRow + x * 4
          return bytes[start..<start + 4].elementsEqual(color)
        }
      }
    }
  }
}
