import LazuliABI
import LazuliCore

extension ImageHeader {
  /// Throws `pluginMisbehaved` for what cannot be.
  init(_ header: lzl_header, _ fault: PluginFault) throws(ImageError) {
    let sides = 1...UInt32(Int32.max)
    guard sides.contains(header.width), sides.contains(header.height) else {
      throw fault.misbehaved("its header tells of \(header.width)×\(header.height) pixels")
    }
    let formats = Set<PixelFormat>(bits: header.formats)
    guard let native = PixelFormat(number: header.native_format), formats.contains(native) else {
      throw fault.misbehaved("its header's native format, \(header.native_format), is none or not on offer")
    }
    guard (1...16).contains(header.bits_per_sample), (1...16).contains(header.samples_per_pixel) else {
      throw fault.misbehaved(
        "its header tells of \(header.samples_per_pixel) samples of \(header.bits_per_sample) bits")
    }
    self.init(width: Int(header.width), height: Int(header.height), nativeFormat: native, formats: formats)
    takeOver(header)
  }

  private mutating func takeOver(_ header: lzl_header) {
    frameCount = header.frame_count == 0 ? nil : Int(header.frame_count)
    playCount = Int(header.play_count)
    isAnimated = header.flags & LZL_HEADER_ANIMATED != 0
    hasDefaultImage = header.flags & LZL_HEADER_DEFAULT_IMAGE != 0
    hasPages = header.flags & LZL_HEADER_PAGES != 0
    hasAlpha = header.flags & LZL_HEADER_HAS_ALPHA != 0
    hasPasses = header.flags & LZL_HEADER_PASSES != 0
    hasRowsInOrder = header.flags & LZL_HEADER_ROWS_IN_ORDER != 0
    bitsPerSample = Int(header.bits_per_sample)
    samplesPerPixel = Int(header.samples_per_pixel)
    // An orientation that is none, as files have them, says nothing.
    orientation = Orientation(rawValue: Int(header.orientation))
    if header.scale_denominator > 0 {
      scaleDenominator = Int(header.scale_denominator)
      scaleNumerators = (1...32).filter {
        header.scale_numerators & (1 << ($0 - 1)) != 0 && $0 < header.scale_denominator
      }
    }
    if header.pixels_per_metre_x > 0, header.pixels_per_metre_y > 0 {
      pixelsPerMetre = (x: Int(header.pixels_per_metre_x), y: Int(header.pixels_per_metre_y))
    }
    color = ColorInformation(header.color)
    color.hasInvertedCMYK = header.flags & LZL_HEADER_INVERTED_CMYK != 0
  }
}

extension FrameInformation {
  /// Throws `pluginMisbehaved` for what cannot be.
  init(_ frame: lzl_frame, _ fault: PluginFault) throws(ImageError) {
    let (rectangle, sides) = (frame.rectangle, 1...UInt32(Int32.max))
    guard sides.contains(rectangle.width), sides.contains(rectangle.height) else {
      throw fault.misbehaved("frame \(frame.index) has \(rectangle.width)×\(rectangle.height) pixels")
    }
    guard frame.delay_denominator != 0 else {
      throw fault.misbehaved("the delay of frame \(frame.index) has the denominator 0")
    }
    guard let disposal = Disposal(number: frame.disposal), frame.blend <= LZL_BLEND_OVER else {
      throw fault.misbehaved("frame \(frame.index) has disposal \(frame.disposal) and blend \(frame.blend)")
    }
    self.init(
      index: Int(frame.index),
      rectangle: PixelRectangle(
        x: Int(rectangle.x), y: Int(rectangle.y), width: Int(rectangle.width), height: Int(rectangle.height)),
      delay: Delay(numerator: Int(frame.delay_numerator), denominator: Int(frame.delay_denominator)),
      disposal: disposal, blend: frame.blend == LZL_BLEND_OVER ? .over : .source,
      isInAnimation: frame.flags & LZL_FRAME_NOT_IN_ANIMATION == 0)
  }
}

extension FrameInformation.Disposal {
  init?(number: UInt32) {
    switch number {
    case LZL_DISPOSAL_NONE: self = .none
    case LZL_DISPOSAL_BACKGROUND: self = .background
    case LZL_DISPOSAL_PREVIOUS: self = .previous
    default: return nil
    }
  }

  var number: UInt32 {
    switch self {
    case .none: LZL_DISPOSAL_NONE
    case .background: LZL_DISPOSAL_BACKGROUND
    case .previous: LZL_DISPOSAL_PREVIOUS
    }
  }
}
