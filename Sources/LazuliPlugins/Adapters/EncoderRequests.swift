import LazuliABI
import LazuliCore

extension lzl_encoder_options {
  init(_ options: EncoderOptions) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_encoder_options>.size)
    if options.isProgressive { flags |= LZL_ENCODE_PROGRESSIVE }
    if options.isOptimized { flags |= LZL_ENCODE_OPTIMIZE }
    if options.keepsPixelFormat { flags |= LZL_ENCODE_KEEP_FORMAT }
    quality = options.quality.map { UInt32(min(max($0, 1), 100)) } ?? 0
    effort = options.effort.map { UInt32(min(max($0, 1), 9)) } ?? 0
    chroma =
      switch options.chroma {
      case nil: LZL_CHROMA_DEFAULT
      case .full: LZL_CHROMA_444
      case .halfHorizontal: LZL_CHROMA_422
      case .half: LZL_CHROMA_420
      }
  }
}

extension lzl_encode_image {
  /// Orientation stays 1: what the engine encodes is upright.
  init(_ image: EncoderImage, _ arena: CArena) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_encode_image>.size)
    format = image.format.number
    width = UInt32(clamping: image.width)
    height = UInt32(clamping: image.height)
    frame_count = UInt32(clamping: image.frameCount)
    play_count = UInt32(clamping: image.playCount)
    flags = image.color.hasInvertedCMYK ? LZL_ENCODE_IMAGE_INVERTED_CMYK : 0
    orientation = 1
    color = lzl_color(image.color)
    icc = arena.bytes(image.color.iccProfile ?? [])
    exif = arena.bytes(image.exif ?? [])
    xmp = arena.bytes(image.xmp ?? [])
    let items = arena.array(image.texts.map { arena.bytes(Array($0.keyword.utf8) + [0] + Array($0.text.utf8)) })
    texts = items.baseAddress.map { UnsafePointer($0) }
    text_count = UInt64(items.count)
  }
}

extension lzl_encode_frame {
  init(_ frame: FrameInformation) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_encode_frame>.size)
    flags = frame.isInAnimation ? 0 : LZL_FRAME_NOT_IN_ANIMATION
    rectangle = lzl_rectangle(
      x: UInt32(clamping: frame.rectangle.x), y: UInt32(clamping: frame.rectangle.y),
      width: UInt32(clamping: frame.rectangle.width), height: UInt32(clamping: frame.rectangle.height))
    delay_numerator = UInt32(clamping: frame.delay.numerator)
    delay_denominator = max(1, UInt32(clamping: frame.delay.denominator))
    disposal = frame.disposal.number
    blend = frame.blend == .over ? LZL_BLEND_OVER : LZL_BLEND_SOURCE
  }
}

extension lzl_surface {
  /// For reading: an encoder writes no surface.
  init(_ layout: PixelLayout, _ bytes: UnsafeRawBufferPointer) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_surface>.size)
    format = layout.format.number
    pixels = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
    byte_length = UInt64(bytes.count)
    width = UInt32(clamping: layout.width)
    height = UInt32(clamping: layout.height)
    bytes_per_row = UInt64(layout.bytesPerRow)
  }
}
