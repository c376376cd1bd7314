import LazuliABI

/// Where a frame's pixels go. Checked: rows of the frame's size lie within its bytes.
public struct PluginSurface {
  public let pixels: UnsafeMutablePointer<UInt8>
  public let width: Int
  public let height: Int
  public let bytesPerRow: Int
  /// One of `LZL_FORMAT_…`.
  public let format: UInt32

  /// `nil` when the surface is too small for what it says of itself.
  init?(_ surface: lzl_surface) {
    guard let pixels = surface.pixels, surface.width > 0, surface.height > 0 else { return nil }
    let used = UInt64(surface.width) * UInt64(bytesPerPixel(of: surface.format))
    let (front, overflow) = surface.bytes_per_row.multipliedReportingOverflow(by: UInt64(surface.height) - 1)
    let (needed, sumOverflow) = front.addingReportingOverflow(used)
    guard used > 0, !overflow, !sumOverflow, surface.bytes_per_row >= used, needed <= surface.byte_length,
      needed <= UInt64(Int.max)
    else { return nil }
    self.pixels = pixels
    width = Int(surface.width)
    height = Int(surface.height)
    bytesPerRow = Int(surface.bytes_per_row)
    format = surface.format
  }

  /// The first byte of a row, which has to be below `height`.
  public func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    pixels + index * bytesPerRow
  }
}

/// Bytes of one pixel of a format, 0 for none that is known.
public func bytesPerPixel(of format: UInt32) -> UInt32 {
  switch format {
  case LZL_FORMAT_GRAY8: 1
  case LZL_FORMAT_GRAYA8, LZL_FORMAT_GRAY16: 2
  case LZL_FORMAT_RGBA8, LZL_FORMAT_RGBA8_PREMULTIPLIED, LZL_FORMAT_CMYK8: 4
  case LZL_FORMAT_RGBA16: 8
  default: 0
  }
}
