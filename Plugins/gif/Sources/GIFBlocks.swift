import LazuliABI
import LazuliPluginKit

/// The blocks around the pixels (GIF89a, 17 to 27).
enum GIFBlocks {
  static let trailer: [UInt8] = [BlockMark.trailer]

  /// Signature, logical screen and global colour table.
  static func screen(width: Int, height: Int, _ palette: FramePalette) -> [UInt8] {
    let flags = 0xF0 | UInt8(palette.bitCount - 1)
    return Array("GIF89a".utf8) + word(width) + word(height) + [flags, 0, 0] + palette.bytes
  }

  /// Shown `playCount` times, 0 for ever: the number that is stored counts repetitions. Once needs no block.
  static func loop(playCount: UInt32) -> [UInt8] {
    guard playCount != 1 else { return [] }
    let repetitions = playCount == 0 ? 0 : min(Int(playCount) - 1, 65_535)
    return [BlockMark.extension, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(repetitions) + [0]
  }

  static func control(_ frame: IndexedFrame) -> [UInt8] {
    let disposal: UInt8 = frame.isClearedAfterwards ? 2 : 1
    let flags = disposal << 2 | (frame.palette.transparentIndex == nil ? 0 : 1)
    return [BlockMark.extension, 0xF9, 4, flags] + word(Int(frame.delay)) + [frame.palette.transparentIndex ?? 0, 0]
  }

  static func descriptor(_ box: PixelBox, localPalette: FramePalette?) -> [UInt8] {
    let flags = localPalette.map { 0x80 | UInt8($0.bitCount - 1) } ?? 0
    return [BlockMark.image] + word(box.left) + word(box.top) + word(box.width) + word(box.height) + [flags]
      + (localPalette?.bytes ?? [])
  }

  /// What of an image's metadata GIF has a place for.
  static func metadata(_ image: lzl_encode_image) -> [UInt8] {
    var blocks: [UInt8] = []
    if image.icc.size > 0 {
      blocks += [BlockMark.extension, 0xFF, 11] + Array("ICCRGBG1012".utf8) + subBlocks(bytes(image.icc))
    }
    if image.xmp.size > 0 {
      // Without sub-blocks; what counts down behind it leads every reader to the terminator.
      blocks += [BlockMark.extension, 0xFF, 11] + Array("XMP DataXMP".utf8) + bytes(image.xmp)
      blocks += [1] + (0...255).map { UInt8(255 - $0) } + [0]
    }
    for text in image.encodedTexts {
      // GIF has no keywords: any but "Comment" is written in front.
      let isComment = text.keyword.elementsEqual("Comment".utf8)
      let front = isComment ? [] : Array(text.keyword) + Array(": ".utf8)
      blocks += [BlockMark.extension, 0xFE] + subBlocks(front + Array(text.text))
    }
    return blocks
  }

  private static func subBlocks(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let part = bytes[start..<min(start + 255, bytes.count)]
      blocks.append(UInt8(part.count))
      blocks += part
    }
    return blocks + [0]
  }

  private static func bytes(_ bytes: lzl_bytes) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes.data, count: Int(clamping: bytes.size)))
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
