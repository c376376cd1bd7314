import LazuliABI

/// Where a frame's pixels go. Checked: its rows lie within its bytes.
public struct PluginSurface {
  public let pixels: UnsafeMutablePointer<UInt8>
  public let width: Int
  /// The frame's height.
  public let height: Int
  /// The rows in memory: `height`, or fewer in a window, which only a frame whose header says
  /// `LZL_HEADER_ROWS_IN_ORDER` can have. No step writes or names more rows than that.
  public let rowCapacity: Int
  public let bytesPerRow: Int
  /// One of `LZL_FORMAT_…`.
  public let format: UInt32

  /// `nil` when the surface is too small for what it says of itself, or higher than the frame.
  init?(_ surface: lzl_surface, frameHeight: UInt32) {
    guard let pixels = surface.pixels, surface.width > 0, surface.height > 0, surface.height <= frameHeight else {
      return nil
    }
    let used = UInt64(surface.width) * UInt64(bytesPerPixel(of: surface.format))
    let (front, overflow) = surface.bytes_per_row.multipliedReportingOverflow(by: UInt64(surface.height) - 1)
    let (needed, sumOverflow) = front.addingReportingOverflow(used)
    guard used > 0, !overflow, !sumOverflow, surface.bytes_per_row >= used, needed <= surface.byte_length,
      needed <= UInt64(Int.max)
    else { return nil }
    self.pixels = pixels
    width = Int(surface.width)
    height = Int(frameHeight)
    rowCapacity = Int(surface.height)
    bytesPerRow = Int(surface.bytes_per_row)
    format = surface.format
  }

  public var isWindow: Bool { rowCapacity < height }

  /// The first byte of a row, which has to be below `height`.
  public func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
    pixels + (isWindow ? index % rowCapacity : index) * bytesPerRow
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
