import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Decodes an interlaced picture, by libpng.
final class PassReader: PictureReader {
  // Ended by `deinit`, and used nowhere else.
  private let reader: OpaquePointer

  // The initialiser cannot fail: an embedded object whose initialiser throws is never freed.
  private init(_ reader: OpaquePointer) { self.reader = reader }

  static func make(
    _ image: ImageDescription, format: UInt32, surface: PluginSurface
  ) throws(PluginError) -> PassReader {
    var reader: OpaquePointer?
    let answer = image.withPicture(surface, format) { picture in
      lzlpng_pass_reader_create(&picture, surface.pixels, surface.bytesPerRow, &reader)
    }
    guard answer == LZLPNG_OK, let reader else { throw .pictureFault(answer, "libpng refused it") }
    return PassReader(reader)
  }

  deinit { lzlpng_pass_reader_destroy(reader) }

  var isComplete: Bool { lzlpng_pass_reader_is_complete(reader) != 0 }
  var isIrregular: Bool { lzlpng_pass_reader_is_irregular(reader) != 0 }
  var message: String { String(cString: lzlpng_pass_reader_message(reader)) }

  func push(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, showsPasses: Bool) -> (taken: Int, failure: PluginError?) {
    var taken = 0
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let answer = lzlpng_pass_reader_push(reader, start, bytes.count, showsPasses ? 1 : 0, &taken)
    return (taken, answer == LZLPNG_OK ? nil : .pictureFault(answer, message))
  }

  func giveUp() { lzlpng_pass_reader_give_up(reader) }

  func takeEvents(into steps: inout [DecoderStep]) {
    while true {
      let event = lzlpng_pass_reader_next_event(reader)
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
}
