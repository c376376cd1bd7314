import CLazuliJPEG
import LazuliABI
import LazuliPluginKit

/// The library's decompressor, owned. Its calls answer `LZLJPEG_…`.
final class JPEGReader {
  // Owned: freed in `deinit`, never handed out.
  private let reader: OpaquePointer
  private var toldWarnings: UInt32 = 0
  /// Where the bytes given last end in the input.
  private var end: UInt64 = 0

  init() throws(PluginError) {
    guard let reader = lzljpeg_reader_create() else { throw .noMemory }
    self.reader = reader
  }

  deinit {
    lzljpeg_reader_destroy(reader)
  }

  /// Runs `body` with the library reading from `input`, and consumes what it took.
  func withInput<Answer>(
    _ input: inout PluginInput, _ body: () throws(PluginError) -> Answer
  ) throws(PluginError) -> Answer {
    let bytes = input.bytes
    end = input.offset + UInt64(bytes.count)
    lzljpeg_reader_give(reader, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bytes.count, input.isFinal)
    defer { input.consume(bytes.count - lzljpeg_reader_unread(reader)) }
    return try body()
  }

  var info: lzljpeg_info { lzljpeg_reader_info(reader) }
  /// The scan that was begun last, from 1.
  var scan: Int { Int(lzljpeg_reader_scan(reader)) }
  /// Rows given in this pass.
  var row: Int { Int(lzljpeg_reader_row(reader)) }
  var trustedRowCount: Int { Int(lzljpeg_reader_trusted_rows(reader)) }
  var outputWidth: Int { Int(lzljpeg_reader_output_width(reader)) }
  var outputHeight: Int { Int(lzljpeg_reader_output_height(reader)) }
  /// Whether there was no end marker.
  var isEnded: Bool { lzljpeg_reader_is_ended(reader) }
  /// Whether data was missing at the end.
  var isCut: Bool { lzljpeg_reader_is_cut(reader) }
  private var offset: UInt64 { end - UInt64(lzljpeg_reader_unread(reader)) }

  func readHeader() throws(PluginError) -> Int32 {
    try check(lzljpeg_reader_read_header(reader))
  }

  func start(format: UInt32, numerator: UInt32) throws(PluginError) {
    _ = try check(lzljpeg_reader_start(reader, format, numerator))
  }

  func consume(rows count: Int) throws(PluginError) -> Int32 {
    try check(lzljpeg_reader_consume(reader, UInt32(clamping: count)))
  }

  func beginOutput(of scan: Int) throws(PluginError) {
    _ = try check(lzljpeg_reader_begin_output(reader, UInt32(clamping: scan)))
  }

  func finishOutput() throws(PluginError) -> Int32 {
    try check(lzljpeg_reader_finish_output(reader))
  }

  func abandonInput() {
    lzljpeg_reader_abandon_input(reader)
  }

  func readRows(into surface: PluginSurface, count: Int) throws(PluginError) -> Int32 {
    try check(
      lzljpeg_reader_read_rows(
        reader, surface.pixels, surface.bytesPerRow, UInt32(clamping: surface.rowCapacity), UInt32(clamping: count)))
  }

  /// Hands the segment in the input to `body`, and takes it.
  func takeSegment(_ body: (_ marker: UInt32, _ bytes: UnsafeRawBufferPointer) -> Void) {
    let segment = lzljpeg_reader_segment(reader)
    body(segment.marker, UnsafeRawBufferPointer(start: segment.bytes.data, count: Int(clamping: segment.bytes.size)))
    lzljpeg_reader_take_segment(reader)
  }

  /// The next kind of warning which was not told yet.
  func nextWarning() -> PluginError? {
    guard let fault = lzljpeg_reader_warning(reader, toldWarnings) else { return nil }
    toldWarnings += 1
    return PluginError(fault.pointee, at: offset)
  }

  /// Warnings that `nextWarning` leaves out, since their kind was told.
  var repeatedWarningCount: UInt64 {
    let count = lzljpeg_reader_warning_count(reader)
    return count > UInt64(toldWarnings) ? count - UInt64(toldWarnings) : 0
  }

  private func check(_ answer: Int32) throws(PluginError) -> Int32 {
    guard answer != LZLJPEG_FAILED else { throw PluginError(lzljpeg_reader_fault(reader).pointee, at: offset) }
    return answer
  }
}
