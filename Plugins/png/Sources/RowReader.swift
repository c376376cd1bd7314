import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Decodes a picture that is not interlaced, row by row.
final class RowReader: PictureReader {
  // Ended by `deinit`, and used nowhere else.
  private let reader: OpaquePointer

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ reader: OpaquePointer) { self.reader = reader }

  static func make(
    _ image: ImageDescription, format: UInt32, surface: PluginSurface
  ) throws(PluginError) -> RowReader {
    var reader: OpaquePointer?
    let answer = image.withPicture(surface, format) { picture in
      lzlpng_row_reader_create(
        &picture, surface.pixels, surface.bytesPerRow, UInt32(clamping: surface.rowCapacity), &reader)
    }
    guard answer == LZLPNG_OK, let reader else { throw .pictureFault(answer, "it cannot be begun") }
    return RowReader(reader)
  }

  deinit { lzlpng_row_reader_destroy(reader) }

  var isComplete: Bool { lzlpng_row_reader_is_complete(reader) != 0 }
  var isIrregular: Bool { lzlpng_row_reader_is_irregular(reader) != 0 }
  var message: String { String(cString: lzlpng_row_reader_message(reader)) }

  func push(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, showsPasses: Bool) -> (taken: Int, failure: PluginError?) {
    var taken = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let answer = lzlpng_row_reader_push(reader, start, bytes.count, isEnd ? 1 : 0, &taken)
    return (taken, answer == LZLPNG_OK ? nil : .pictureFault(answer, message))
  }

  /// Rows are told as they come.
  func giveUp() {}

  func takeEvents(into steps: inout [DecoderStep]) {
    var first: UInt32 = 0
    let count = lzlpng_row_reader_take_rows(reader, &first)
    if count > 0 { steps.append(.rows(first: Int(first), count: Int(count), pass: 0)) }
  }
}
