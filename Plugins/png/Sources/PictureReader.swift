import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Decodes the compressed data of one picture into its surface.
protocol PictureReader: AnyObject {
  /// Whether the last row was decoded.
  var isComplete: Bool { get }
  /// Whether something is wrong behind the last row; `message` says what.
  var isIrregular: Bool { get }
  var message: String { get }

  /// Takes the front of `bytes` and says how much; what went wrong comes beside it, since rows may
  /// have been decoded before. `isEnd` tells that `bytes` reach to the end of a chunk or of the input.
  func push(_ bytes: UnsafeRawBufferPointer, isEnd: Bool, showsPasses: Bool) -> (taken: Int, failure: PluginError?)
  /// Makes what can be made of a picture whose data ends too early.
  func giveUp()
  /// What happened since the last call.
  func takeEvents(into steps: inout [DecoderStep])
}

extension PluginError {
  static func pictureFault(_ answer: Int32, _ message: String) -> PluginError {
    guard answer != LZLPNG_NO_MEMORY else { return PluginError(LZL_ERROR_OUT_OF_MEMORY, "No memory for the pixels") }
    return .corrupt("The image data is damaged: " + message)
  }
}

extension ImageDescription {
  /// Calls `body` with the picture that fills the surface.
  func withPicture(_ surface: PluginSurface, _ format: UInt32, _ body: (inout lzlpng_picture) -> Int32) -> Int32 {
    palette.withUnsafeBufferPointer { palette in
      transparency.withUnsafeBufferPointer { transparency in
        var picture = lzlpng_picture(
          width: UInt32(surface.width), height: UInt32(surface.height), bit_depth: bitDepth, color_type: colorType,
          reserved: 0, format: format, palette: palette.baseAddress, palette_size: palette.count,
          transparency: transparency.baseAddress, transparency_size: transparency.count)
        return body(&picture)
      }
    }
  }
}
