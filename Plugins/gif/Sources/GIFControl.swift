import LazuliABI

/// The graphic control extension (GIF89a, 23): what it says of the next image.
struct GIFControl {
  /// In hundredths of a second.
  var delay: UInt16 = 0
  var disposal = LZL_DISPOSAL_NONE
  var transparentIndex: UInt8?

  init() {}

  /// From the extension's sub-block; a short one says nothing.
  init(_ block: UnsafeRawBufferPointer) {
    guard block.count >= 4 else { return }
    delay = block.word(at: 1)
    disposal = Self.disposal(block[0] >> 2 & 7)
    if block[0] & 1 != 0 { transparentIndex = block[3] }
  }

  /// Method 4 is an old spelling of 3, which browsers know too; those above are not defined.
  private static func disposal(_ method: UInt8) -> UInt32 {
    switch method {
    case 2: LZL_DISPOSAL_BACKGROUND
    case 3, 4: LZL_DISPOSAL_PREVIOUS
    default: LZL_DISPOSAL_NONE
    }
  }
}
