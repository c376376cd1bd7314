import LazuliABI
import LazuliCore

extension PluginFault {
  /// The answer of a `create`, checked.
  func created(_ handle: OpaquePointer?, _ status: lzl_status, _ error: lzl_error) throws(ImageError) -> OpaquePointer {
    guard status == LZL_OK else {
      guard error.code == LZL_OK else { throw ImageError(error, self) }
      throw misbehaved("create fails with error \(status) and does not say why")
    }
    guard let handle else { throw misbehaved("create succeeds and gives nothing") }
    return handle
  }
}

extension DecoderConfiguration {
  func isOnOffer(in header: ImageHeader) -> Bool {
    guard header.formats.contains(format), firstFrame >= 0, (frameCount ?? 1) > 0 else { return false }
    if scaleNumerator == scaleDenominator { return scaleNumerator == 1 }
    return scaleDenominator == header.scaleDenominator && header.scaleNumerators.contains(scaleNumerator)
  }
}

extension lzl_decode_config {
  init(_ configuration: DecoderConfiguration) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_decode_config>.size)
    format = configuration.format.number
    scale_numerator = UInt32(clamping: configuration.scaleNumerator)
    scale_denominator = UInt32(clamping: configuration.scaleDenominator)
    first_frame = UInt32(clamping: configuration.firstFrame)
    frame_count = configuration.frameCount.map { UInt32(clamping: $0) } ?? LZL_ALL_FRAMES
    flags = configuration.stopsEarly ? LZL_DECODE_STOP_EARLY : 0
  }
}

extension lzl_surface {
  /// With no `surface`: the frame's pixels are not wanted.
  init(_ surface: PixelSurface?, frame: FrameInformation, format: PixelFormat) {
    self.init()
    struct_size = UInt32(MemoryLayout<lzl_surface>.size)
    self.format = format.number
    width = UInt32(clamping: frame.rectangle.width)
    height = UInt32(clamping: surface?.height ?? frame.rectangle.height)
    guard let surface else { return }
    let bytes = surface.unsafeBytes
    pixels = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    byte_length = UInt64(bytes.count)
    bytes_per_row = UInt64(surface.bytesPerRow)
  }
}
