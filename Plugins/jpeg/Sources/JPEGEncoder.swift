import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

/// Writes JPEG files, by libjpeg-turbo.
///
/// RGBA8 loses its alpha, which the engine has flattened before; CMYK8 is written as YCCK with Adobe's
/// marker, samples inverted. A progressive or optimised file is written when its last row is in: its
/// coefficients are kept in memory until then.
final class JPEGEncoder: PluginEncoder {
  static let formats = LZL_FORMAT_BIT_RGBA8 | LZL_FORMAT_BIT_GRAY8 | LZL_FORMAT_BIT_CMYK8
  static let abilities =
    LZL_ENCODER_QUALITY | LZL_ENCODER_EFFORT | LZL_ENCODER_CHROMA | LZL_ENCODER_PROGRESSIVE | LZL_ENCODER_OPTIMIZE
    | LZL_ENCODER_ICC | LZL_ENCODER_EXIF | LZL_ENCODER_XMP | LZL_ENCODER_TEXTS

  private static let defaultQuality = 85
  /// From this effort on Huffman's tables are made for the picture.
  private static let optimizingEffort = 7
  /// From this quality on colour is as sharp as brightness, unless something else is asked for.
  private static let fullChromaQuality = 90

  private let options: PluginEncoderOptions
  private let writer: JPEGWriter
  private var width: UInt32 = 0
  private var height: UInt32 = 0

  init(options: PluginEncoderOptions) throws(PluginError) {
    self.options = options
    writer = try JPEGWriter()
  }

  func begin(_ image: lzl_encode_image, output: inout PluginOutput) throws(PluginError) {
    try checkSize(image)
    width = image.width
    height = image.height
    try writer.begin(settings(for: image))
    try EncodedMetadata(image).write(to: writer)
    try writer.flush(to: &output)
  }

  func frame(_ frame: lzl_encode_frame, output: inout PluginOutput) throws(PluginError) {
    let rectangle = frame.rectangle
    guard rectangle.x == 0, rectangle.y == 0, rectangle.width == width, rectangle.height == height else {
      throw PluginError(LZL_ERROR_INVALID_ARGUMENT, "The frame of a JPEG file has to be all of the image")
    }
  }

  func rows(_ surface: PluginSurface, first: Int, count: Int, output: inout PluginOutput) throws(PluginError) {
    try writer.write(surface, first: first, count: count)
    try writer.flush(to: &output)
  }

  func finish(output: inout PluginOutput) throws(PluginError) {
    try writer.finish()
    try writer.flush(to: &output)
  }

  private func checkSize(_ image: lzl_encode_image) throws(PluginError) {
    guard image.frame_count == 1 else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "A JPEG file holds one frame: encode one, or take another format")
    }
    guard image.width <= 65_500, image.height <= 65_500 else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "JPEG files have at most 65500 pixels a side: reduce the image")
    }
    guard options.isProgressive || isOptimized else { return }
    // A coefficient has two bytes; alpha is not stored.
    let sampleCount: UInt64 = image.format == LZL_FORMAT_GRAY8 ? 1 : image.format == LZL_FORMAT_CMYK8 ? 4 : 3
    let (columns, rows) = ((UInt64(image.width) + 15) / 16 * 16, (UInt64(image.height) + 15) / 16 * 16)
    try options.limits.check(workingByteCount: columns * rows * sampleCount * 2)
  }

  private var isOptimized: Bool { options.isOptimized || options.effort ?? 0 >= Self.optimizingEffort }

  private func settings(for image: lzl_encode_image) -> lzljpeg_output {
    let quality = options.quality ?? Self.defaultQuality
    var settings = lzljpeg_output()
    settings.width = image.width
    settings.height = image.height
    settings.format = image.format
    settings.quality = Int32(clamping: quality)
    (settings.chroma_width, settings.chroma_height) = chroma(at: quality)
    settings.is_progressive = options.isProgressive
    settings.is_optimized = isOptimized
    settings.is_inverted = image.flags & LZL_ENCODE_IMAGE_INVERTED_CMYK != 0
    settings.setDensity(image.pixels_per_metre_x, image.pixels_per_metre_y)
    return settings
  }

  private func chroma(at quality: Int) -> (Int32, Int32) {
    switch options.chroma {
    case LZL_CHROMA_444: (1, 1)
    case LZL_CHROMA_422: (2, 1)
    case LZL_CHROMA_420: (2, 2)
    default: quality >= Self.fullChromaQuality ? (1, 1) : (2, 2)
    }
  }
}

extension lzljpeg_output {
  /// JFIF counts in inches or centimetres, up to 65 535: whole centimetres are kept exactly, anything else as inches.
  fileprivate mutating func setDensity(_ x: UInt32, _ y: UInt32) {
    guard x > 0, y > 0 else { return }
    let isMetric = x % 100 == 0 && y % 100 == 0
    let density = isMetric ? (x / 100, y / 100) : (Self.perInch(x), Self.perInch(y))
    guard (1...65_535).contains(density.0), (1...65_535).contains(density.1) else { return }
    density_unit = isMetric ? 2 : 1
    density_x = UInt16(density.0)
    density_y = UInt16(density.1)
  }

  private static func perInch(_ perMetre: UInt32) -> UInt32 {
    UInt32(clamping: (UInt64(perMetre) * 254 + 5_000) / 10_000)
  }
}
