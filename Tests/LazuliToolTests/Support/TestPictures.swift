import Lazuli
import LazuliTestSupport
import Testing

/// Pictures that are made of a formula.
enum TestPictures {
  /// Straight RGBA8, with padding behind the rows.
  static func picture(
    width: Int, height: Int, _ color: (Int, Int) -> (Int, Int, Int, Int)
  ) throws -> PixelBuffer {
    let layout = try #require(PixelLayout(width: width, height: height, format: .rgba8, rowAlignment: 64))
    let surface = try PixelBufferPool().surface(layout)
    surface.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let (red, green, blue, alpha) = color(x, y)
          for (index, sample) in [red, green, blue, alpha].enumerated() {
            bytes[y * layout.bytesPerRow + x * 4 + index] = UInt8(sample)
          }
        }
      }
    }
    return surface.freeze()
  }

  /// Soft, with many colours.
  static func gradient(width: Int = 160, height: Int = 100) throws -> PixelBuffer {
    try picture(width: width, height: height) { x, y in
      (x * 255 / (width - 1), y * 255 / (height - 1), 255 - (x + y) * 255 / (width + height - 2), 255)
    }
  }

  /// Two frames of 4 × 2 pixels.
  static var moving: [UInt8] {
    var file = TinyPNG(width: 4, height: 2)
    file.addAnimation(frameCount: 2)
    file.addFrame(sequence: 0, width: 4, height: 2)
    file.add("IDAT", TinyPNG.data(width: 4, height: 2, of: [255, 0, 0, 255]))
    file.addFrame(sequence: 1, width: 4, height: 2)
    file.addFrameData(sequence: 2, width: 4, height: 2, of: [0, 0, 255, 255])
    file.add("IEND", [])
    return file.bytes
  }
}

extension ShownPicture {
  /// What should be seen of it.
  init(_ pixels: PixelBuffer) {
    self.init(width: pixels.width, height: pixels.height)
    pixels.withUnsafeBytes { bytes in
      for index in words.indices {
        let at = index / width * pixels.bytesPerRow + index % width * 4
        words[index] = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
      }
    }
  }
}
