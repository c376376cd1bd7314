import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

/// The library's compressor, owned.
final class JPEGWriter {
  // Owned: freed in `deinit`, never handed out.
  private let writer: OpaquePointer

  init() throws(PluginError) {
    guard let writer = lzljpeg_writer_create() else { throw .noMemory }
    self.writer = writer
  }

  deinit {
    lzljpeg_writer_destroy(writer)
  }

  func begin(_ settings: lzljpeg_output) throws(PluginError) {
    var settings = settings
    try check(lzljpeg_writer_begin(writer, &settings))
  }

  /// Writes a segment; `head` and `body` together are at most 65 533 bytes.
  func writeSegment(_ marker: UInt32, head: [UInt8], body: UnsafeRawBufferPointer) throws(PluginError) {
    let answer = head.withUnsafeBufferPointer { head in
      lzljpeg_writer_segment(
        writer, marker, lzl_bytes(data: head.baseAddress, size: UInt64(head.count)),
        lzl_bytes(data: body.assumingMemoryBound(to: UInt8.self).baseAddress, size: UInt64(body.count)))
    }
    try check(answer)
  }

  func write(_ surface: PluginSurface, first: Int, count: Int) throws(PluginError) {
    try check(lzljpeg_writer_rows(writer, surface.row(first), surface.bytesPerRow, UInt32(clamping: count)))
  }

  func finish() throws(PluginError) {
    try check(lzljpeg_writer_finish(writer))
  }

  /// Moves what was written to `output`.
  func flush(to output: inout PluginOutput) throws(PluginError) {
    let bytes = lzljpeg_writer_bytes(writer)
    try output.write(UnsafeRawBufferPointer(start: bytes.data, count: Int(clamping: bytes.size)))
    lzljpeg_writer_take_bytes(writer)
  }

  private func check(_ answer: Int32) throws(PluginError) {
    guard answer != LZLJPEG_FAILED else { throw PluginError(lzljpeg_writer_fault(writer).pointee) }
  }
}
