import Lazuli

/// Pixels that are either there or not, for formats without half-transparent ones.
struct OpaquePixels {
  let width: Int
  let height: Int
  /// RGBA8 as little-endian words from the top left; 0 for a pixel that is not there, others have alpha 255.
  private(set) var words: [UInt32]

  /// From straight RGBA8. What shines through is mixed with `background`; where that is not known, a pixel is
  /// there from half its opacity on, in its own colour.
  init(_ pixels: PixelBuffer, background: RGBColor?) {
    (width, height) = (pixels.width, pixels.height)
    words = [UInt32](repeating: 0, count: width * height)
    words.withUnsafeMutableBufferPointer { target in
      pixels.withUnsafeBytes { source in
        for y in 0..<pixels.height {
          for x in 0..<pixels.width {
            let word = source.loadUnaligned(fromByteOffset: y * pixels.bytesPerRow + x * 4, as: UInt32.self)
            target[y * pixels.width + x] = Self.opaque(UInt32(littleEndian: word), background)
          }
        }
      }
    }
  }

  var hasTransparency: Bool { words.contains(0) }

  private static func opaque(_ word: UInt32, _ background: RGBColor?) -> UInt32 {
    let alpha = word >> 24
    if alpha == 255 { return word }
    guard let background else { return alpha >= 128 ? word | 0xFF00_0000 : 0 }
    guard alpha > 0 else { return 0 }
    func mixed(_ shift: UInt32, _ behind: UInt8) -> UInt32 {
      (((word >> shift & 255) * alpha + UInt32(behind) * (255 - alpha) + 127) / 255) << shift
    }
    return mixed(0, background.red) | mixed(8, background.green) | mixed(16, background.blue) | 0xFF00_0000
  }
}
