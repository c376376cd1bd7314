import Glibc

/// Pixel memory under construction, with one owner who writes it.
///
/// What a decoder or a processor fills. `freeze()` turns it into a `PixelBuffer`, which nobody
/// can write any more. Not for use by two threads at once.
public final class PixelSurface {
  public let layout: PixelLayout
  /// What is known of the colours.
  public var color: ColorInformation
  // Gone once frozen, so that a surface somebody forgot keeps no memory.
  private var storage: PixelStorage?

  init(layout: PixelLayout, storage: PixelStorage, color: ColorInformation) {
    self.layout = layout
    self.storage = storage
    self.color = color
  }

  public var width: Int { layout.width }
  public var height: Int { layout.height }
  public var format: PixelFormat { layout.format }
  public var bytesPerRow: Int { layout.bytesPerRow }

  /// The memory, for a plugin which keeps the address over several calls. Valid while `self` lives.
  public var unsafeBytes: UnsafeMutableRawBufferPointer {
    guard let storage else { preconditionFailure("A frozen surface is a PixelBuffer's") }
    return .init(rebasing: storage.bytes[..<layout.byteCount])
  }

  /// Calls `body` with the memory: `height` rows of `bytesPerRow` bytes.
  public func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(unsafeBytes) }
  }

  /// Makes rows fully transparent black.
  public func clear(rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<height)
    guard !rows.isEmpty else { return }
    withUnsafeMutableBytes { bytes in
      _ = memset(bytes.baseAddress! + rows.lowerBound * bytesPerRow, 0, rows.count * bytesPerRow)
    }
  }

  /// Ends writing and hands the pixels over without a copy. Call it once.
  public func freeze() -> PixelBuffer {
    guard let storage else { preconditionFailure("A surface is frozen once") }
    self.storage = nil
    return PixelBuffer(layout: layout, storage: storage, color: color)
  }
}
