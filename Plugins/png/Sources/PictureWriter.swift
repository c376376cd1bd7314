import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Compresses the rows of one picture.
final class PictureWriter {
  // Ended by `deinit`, and used nowhere else.
  private let writer: OpaquePointer
  private let packing: RowPacking
  private let row: Blob

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ writer: OpaquePointer, _ packing: RowPacking, _ row: Blob) {
    (self.writer, self.packing, self.row) = (writer, packing, row)
  }

  /// `effort` is 1 to 9.
  static func make(width: Int, height: UInt32, packing: RowPacking, effort: Int) throws(PluginError) -> PictureWriter {
    let row = try Blob.zeros(count: packing.byteCount(width: width))
    var rows = lzlpng_rows()
    rows.bytes_per_row = row.count
    rows.height = height
    rows.bytes_per_pixel = UInt32(max(1, packing.bitsPerPixel / 8))
    rows.level = Int32(effort)
    rows.filters = !packing.isFiltered ? LZLPNG_FILTERS_NONE : effort == 1 ? LZLPNG_FILTERS_SUB : LZLPNG_FILTERS_ALL
    var writer: OpaquePointer?
    let answer = lzlpng_writer_create(&rows, &writer)
    guard answer == LZLPNG_OK, let writer else { throw error(answer) }
    return PictureWriter(writer, packing, row)
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
    for index in first..<first + count {
      packing.pack(surface.row(index), width: surface.width, to: row.writableBytes)
      let answer = lzlpng_writer_row(writer, row.writableBytes)
      guard answer == LZLPNG_OK else { throw Self.error(answer) }
    }
  }

  private static func error(_ answer: Int32) -> PluginError {
    guard answer != LZLPNG_NO_MEMORY else { return PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for compressing") }
    return PluginError(LZL_ERROR_INTERNAL, "libdeflate and zlib do not agree about what was compressed")
  }
}
