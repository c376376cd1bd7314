import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

extension lzl_header {
  /// The header of an image; `UNSUPPORTED` where its components are of no known kind of colour.
  init(_ info: lzljpeg_info, _ metadata: JPEGMetadata) throws(PluginError) {
    self.init()
    width = info.width
    height = info.height
    frame_count = 1
    play_count = 1
    bits_per_sample = 8
    samples_per_pixel = info.component_count
    orientation = metadata.orientation
    scale_denominator = 8
    scale_numerators = 0xFF
    flags |= LZL_HEADER_ROWS_IN_ORDER
    if info.has_scans { flags |= LZL_HEADER_PASSES }
    try setFormats(info)
    setDensity(info)
    if let icc = metadata.icc {
      color.flags |= LZL_COLOR_ICC
      color.icc_size = UInt64(icc.count)
    }
  }

  private mutating func setFormats(_ info: lzljpeg_info) throws(PluginError) {
    switch Int32(info.color) {
    case LZLJPEG_GRAY:
      native_format = LZL_FORMAT_GRAY8
      formats = LZL_FORMAT_BIT_GRAY8 | LZL_FORMAT_BIT_RGBA8
    case LZLJPEG_COLOR:
      native_format = LZL_FORMAT_RGBA8
      formats = LZL_FORMAT_BIT_RGBA8
    case LZLJPEG_CMYK:
      native_format = LZL_FORMAT_CMYK8
      formats = LZL_FORMAT_BIT_CMYK8 | LZL_FORMAT_BIT_RGBA8
      if info.has_adobe_marker { flags |= LZL_HEADER_INVERTED_CMYK }
    default:
      throw PluginError(LZL_ERROR_UNSUPPORTED, "The image's number of components has no known meaning as colour")
    }
  }

  private mutating func setDensity(_ info: lzljpeg_info) {
    guard info.density_x > 0, info.density_y > 0 else { return }
    pixels_per_metre_x = Self.perMetre(info.density_x, unit: info.density_unit)
    pixels_per_metre_y = Self.perMetre(info.density_y, unit: info.density_unit)
  }

  /// An inch is 0.0254 m.
  private static func perMetre(_ density: UInt16, unit: UInt8) -> UInt32 {
    switch unit {
    case 1: (UInt32(density) * 10_000 + 127) / 254
    case 2: UInt32(density) * 100
    default: 0
    }
  }
}
