import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Compresses the rows of one picture.
final class PictureWriter {
  // Ended by `deinit`, and used nowhere else.
  private let writer: OpaquePointer

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ writer: OpaquePointer) { self.writer = writer }

  static func make(
    width: UInt32, height: UInt32, format: UInt32, level: Int32
  ) throws(PluginError) -> PictureWriter {
    var writer: OpaquePointer?
    let answer = lzlpng_writer_create(width, height, format, level, &writer)
    guard answer == LZLPNG_OK, let writer else { throw error(answer, "it refused the image") }
    return PictureWriter(writer)
  }

  deinit { lzlpng_writer_destroy(writer) }

  /// Whether the last row was written.
  var isComplete: Bool { lzlpng_writer_is_complete(writer) != 0 }

  /// What was compressed since `drop`; valid until rows are written.
  var bytes: UnsafeRawBufferPointer {
    var count = 0
    let start = lzlpng_writer_bytes(writer, &count)
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  func drop() { lzlpng_writer_drop(writer) }

  func write(_ surface: PluginSurface, first: Int, count: Int) throws(PluginError) {
    let answer = lzlpng_writer_rows(writer, surface.row(first), surface.bytesPerRow, UInt32(clamping: count))
    guard answer == LZLPNG_OK else { throw Self.error(answer, String(cString: lzlpng_writer_message(writer))) }
  }

  private static func error(_ answer: Int32, _ message: String) -> PluginError {
    guard answer != LZLPNG_NO_MEMORY else { return PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for libpng") }
    return PluginError(LZL_ERROR_INTERNAL, "libpng cannot write the image: " + message)
  }
}
