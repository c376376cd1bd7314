/// Where the pixels of an image lie: the one place where sizes derived from input are multiplied.
public struct PixelLayout: Sendable, Hashable {
  public let width: Int
  public let height: Int
  public let format: PixelFormat
  /// The distance from one row to the next.
  public let bytesPerRow: Int

  /// A layout with rows packed to a multiple of `rowAlignment` bytes, or `nil` when a side is not
  /// positive, the alignment no power of two, or a product overflows.
  ///
  /// So the distance between rows is always a whole number of pixels.
  public init?(width: Int, height: Int, format: PixelFormat, rowAlignment: Int = 4) {
    guard width > 0, height > 0, rowAlignment > 0, rowAlignment & (rowAlignment - 1) == 0 else { return nil }
    let (packed, rowOverflow) = width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let (padded, padOverflow) = packed.addingReportingOverflow(rowAlignment - 1)
    guard !rowOverflow, !padOverflow else { return nil }
    let bytesPerRow = padded / rowAlignment * rowAlignment
    guard !bytesPerRow.multipliedReportingOverflow(by: height).overflow else { return nil }
    self.width = width
    self.height = height
    self.format = format
    self.bytesPerRow = bytesPerRow
  }

  /// The bytes from the first pixel to the end of the last row.
  public var byteCount: Int { bytesPerRow * height }

  /// The bytes of a row which hold pixels.
  public var usedBytesPerRow: Int { width * format.bytesPerPixel }
}
