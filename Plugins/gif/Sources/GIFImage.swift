import LazuliABI

/// An image descriptor (GIF89a, 20) with all that holds for its pixels.
struct GIFImage {
  /// With the mark in front, without a colour table.
  static let descriptorByteCount = 10

  var rectangle: lzl_rectangle
  var isInterlaced = false
  /// False when the file ends, in good order or not, where the data should begin.
  var hasData = true
  /// Nothing is stored for it: its pixels are all transparent.
  var isEmpty = false
  var palette = GIFPalette()
  var control = GIFControl()

  /// Bytes from the mark to the end of the local colour table.
  static func byteCount(_ bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= descriptorByteCount else { return nil }
    return descriptorByteCount + tableByteCount(flags: bytes[9])
  }

  /// From a whole descriptor and as much of its colour table as there is.
  init(_ bytes: UnsafeRawBufferPointer, globalPalette: GIFPalette, control: GIFControl) {
    rectangle = lzl_rectangle(
      x: UInt32(bytes.word(at: 1)), y: UInt32(bytes.word(at: 3)),
      width: UInt32(bytes.word(at: 5)), height: UInt32(bytes.word(at: 7)))
    isInterlaced = bytes[9] & 0x40 != 0
    isEmpty = rectangle.width == 0 || rectangle.height == 0
    self.control = control
    let hasTable = tableByteCount(flags: bytes[9]) > 0
    let table = UnsafeRawBufferPointer(rebasing: bytes[Self.descriptorByteCount...])
    palette = (hasTable ? GIFPalette(table) : globalPalette).withTransparent(control.transparentIndex)
  }

  /// A screen on which nothing is drawn.
  init(emptyScreen width: UInt32, _ height: UInt32) {
    rectangle = lzl_rectangle(x: 0, y: 0, width: width, height: height)
    hasData = false
    isEmpty = true
  }

  /// An image without an area covers the screen, as in browsers: some writers leave its size out.
  mutating func fill(_ width: UInt32, _ height: UInt32) {
    guard rectangle.width == 0 || rectangle.height == 0 else { return }
    rectangle = lzl_rectangle(x: 0, y: 0, width: width, height: height)
  }

  var frame: lzl_frame {
    var frame = lzl_frame()
    frame.rectangle = rectangle
    frame.delay_numerator = UInt32(control.delay)
    frame.delay_denominator = 100
    frame.disposal = control.disposal
    frame.blend = LZL_BLEND_OVER
    return frame
  }
}
