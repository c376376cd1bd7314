import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Decodes the compressed data of one picture into its surface.
final class PictureReader {
  // Ended by `deinit`, and used nowhere else.
  private let reader: OpaquePointer

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ reader: OpaquePointer) { self.reader = reader }

  static func make(
    _ image: ImageDescription, format: UInt32, surface: PluginSurface
  ) throws(PluginError) -> PictureReader {
    var reader: OpaquePointer?
    let answer = image.palette.withUnsafeBufferPointer { palette in
      image.transparency.withUnsafeBufferPointer { transparency in
        var picture = lzlpng_picture(
          width: UInt32(surface.width), height: UInt32(surface.height), bit_depth: image.bitDepth,
          color_type: image.colorType, is_interlaced: image.isInterlaced ? 1 : 0, reserved: 0, format: format,
          palette: palette.baseAddress, palette_size: palette.count,
          transparency: transparency.baseAddress, transparency_size: transparency.count)
        return lzlpng_reader_create(&picture, surface.pixels, surface.bytesPerRow, &reader)
      }
    }
    guard answer == LZLPNG_OK, let reader else { throw error(answer, "libpng refused the image") }
    return PictureReader(reader)
  }

  deinit { lzlpng_reader_destroy(reader) }

  var isComplete: Bool { lzlpng_reader_is_complete(reader) != 0 }
  var isIrregular: Bool { lzlpng_reader_is_irregular(reader) != 0 }
  var message: String { String(cString: lzlpng_reader_message(reader)) }

  /// Takes the front of `bytes` and says how much; what went wrong comes beside it, since rows may
  /// have been decoded before.
  func push(_ bytes: UnsafeRawBufferPointer, showsPasses: Bool) -> (taken: Int, failure: PluginError?) {
    var taken = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let answer = lzlpng_reader_push(reader, start, bytes.count, showsPasses ? 1 : 0, &taken)
    return (taken, answer == LZLPNG_OK ? nil : Self.error(answer, message))
  }

  /// Makes what can be made of a picture whose data ends too early.
  func giveUp() { lzlpng_reader_give_up(reader) }

  /// What happened since the last call.
  func takeEvents(into steps: inout [DecoderStep]) {
    while true {
      let event = lzlpng_reader_next_event(reader)
      switch event.kind {
      case LZLPNG_EVENT_ROWS:
        steps.append(.rows(first: Int(event.first), count: Int(event.end - event.first), pass: Int(event.pass)))
      case LZLPNG_EVENT_PASS:
        steps.append(.passDone(pass: Int(event.pass), of: 7))
      default:
        return
      }
    }
  }

  private static func error(_ answer: Int32, _ message: String) -> PluginError {
    guard answer != LZLPNG_NO_MEMORY else { return PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for libpng") }
    return .corrupt("The image data is damaged: " + message)
  }
}
