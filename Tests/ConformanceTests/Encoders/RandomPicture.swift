import DecoderHarness
import LazuliABI
import LazuliTestSupport

/// Pictures of all kinds, the same for the same seed.
enum RandomPicture {
  /// At most 40 × 40 pixels, of one of `formats`; of few colours or many, gray or not, opaque or not.
  static func still(_ seed: UInt64, formats: [UInt32], maximumColorCount: Int = 2_000) -> EncodePicture {
    var random = SeededGenerator(seed &+ 1)
    let format = formats[Int(seed) % formats.count]
    let (width, height) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random))
    let size = pixelSize(format)
    let count =
      [1, 2, 3, 4, 5, 16, 17, 255, 256, 2_000].filter { $0 <= maximumColorCount }.randomElement(using: &random) ?? 1
    let colors = palette(
      count, size, sampleSize: format == LZL_FORMAT_RGBA16 || format == LZL_FORMAT_GRAY16 ? 2 : 1, &random)
    let pixels = (0..<width * height).flatMap { _ in colors[Int.random(in: 0..<colors.count, using: &random)] }
    return EncodePicture(format, width: width, height: height, pixels)
  }

  /// RGBA8, opaque or transparent; frames of any size, disposal and blend.
  static func animation(_ seed: UInt64) -> EncodePicture {
    var random = SeededGenerator(seed &+ 7)
    let (width, height) = (Int.random(in: 1...20, using: &random), Int.random(in: 1...20, using: &random))
    var picture = EncodePicture(LZL_FORMAT_RGBA8, width: width, height: height, [])
    picture.frames = (0..<Int.random(in: 2...7, using: &random)).map { _ in
      let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
      let side = (Int.random(in: 1...width - x, using: &random), Int.random(in: 1...height - y, using: &random))
      let colors = (0..<Int.random(in: 1...9, using: &random)).map { _ -> [UInt8] in
        Bool.random(using: &random) ? [0, 0, 0, 0] : [UInt8.random(in: 0...3, using: &random) * 80, 7, 9, 255]
      }
      let pixels = (0..<side.0 * side.1).flatMap { _ in colors[Int.random(in: 0..<colors.count, using: &random)] }
      var frame = EncodePicture.Frame(x: x, y: y, width: side.0, height: side.1, pixels)
      frame.disposal = UInt32.random(in: 0...2, using: &random)
      frame.blend = UInt32.random(in: 0...1, using: &random)
      return frame
    }
    return picture
  }

  private static func pixelSize(_ format: UInt32) -> Int {
    switch format {
    case LZL_FORMAT_GRAY8: 1
    case LZL_FORMAT_GRAYA8, LZL_FORMAT_GRAY16: 2
    case LZL_FORMAT_RGBA16: 8
    default: 4
    }
  }

  private static func palette(
    _ count: Int, _ size: Int, sampleSize: Int, _ random: inout SeededGenerator
  ) -> [[UInt8]] {
    // Gray values that fit into few bits, now and then.
    let step = [1, 1, 17, 85, 255].randomElement(using: &random) ?? 1
    let (isGray, isOpaque) = (Bool.random(using: &random), Bool.random(using: &random))
    return (0..<count).map { _ in
      var pixel = (0..<size).map { _ in UInt8(Int.random(in: 0...255 / step, using: &random) * step) }
      if isGray, size >= 4 { for index in sampleSize..<3 * sampleSize { pixel[index] = pixel[index % sampleSize] } }
      if isOpaque, size != sampleSize { for index in size - sampleSize..<size { pixel[index] = 255 } }
      return pixel
    }
  }
}
