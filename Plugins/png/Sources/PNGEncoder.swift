import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Encodes PNG, and APNG when there is more than one frame. The chunks are written here, the
/// compressed pixels by libpng.
final class PNGEncoder: PluginEncoder {
  static let formats =
    LZL_FORMAT_BIT_GRAY8 | LZL_FORMAT_BIT_GRAYA8 | LZL_FORMAT_BIT_GRAY16 | LZL_FORMAT_BIT_RGBA8
    | LZL_FORMAT_BIT_RGBA16
  static let abilities = LZL_ENCODER_ALPHA | LZL_ENCODER_ANIMATION

  private let level: Int32
  private let limits: PluginLimits
  private var width: UInt32 = 0
  private var height: UInt32 = 0
  private var format: UInt32 = 0
  private var frameCount: UInt32 = 0
  private var playCount: UInt32 = 0
  private var begunCount: UInt32 = 0
  private var sequence: UInt32 = 0
  private var picture: PictureWriter?

  /// Data is gathered into chunks of at least this size, but for the last of a picture.
  private static let chunkByteCount = 1 << 16

  init(options: PluginEncoderOptions) throws(PluginError) {
    level = Int32(clamping: min(options.effort ?? 6, 9))
    limits = options.limits
  }

  func begin(_ image: lzl_encode_image, output: inout PluginOutput) throws(PluginError) {
    guard image.width <= Int32.max, image.height <= Int32.max else {
      throw .unsupported("The image is larger than PNG allows")
    }
    try limits.check(workingByteCount: UInt64(image.width) * 64 + 1 << 19)
    (width, height, format) = (image.width, image.height, image.format)
    (frameCount, playCount) = (image.frame_count, image.play_count)
    try output.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    try ChunkWriter.write(
      .header, width.bigEndianBytes + height.bigEndianBytes + [bitDepth, colorType, 0, 0, 0], to: &output)
    try AncillaryChunks(image: image).write(to: &output)
  }

  func frame(_ frame: lzl_encode_frame, output: inout PluginOutput) throws(PluginError) {
    let isFirst = begunCount == 0
    let isInAnimation = frameCount > 1 && frame.flags & LZL_FRAME_NOT_IN_ANIMATION == 0
    try check(frame, isFirst: isFirst, isInAnimation: isInAnimation)
    if isFirst, frameCount > 1 {
      let count = isInAnimation ? frameCount : frameCount - 1
      try ChunkWriter.write(.animation, count.bigEndianBytes + playCount.bigEndianBytes, to: &output)
    }
    if isInAnimation { try writeControl(frame, &output) }
    picture = try PictureWriter.make(
      width: frame.rectangle.width, height: frame.rectangle.height, format: format, level: level)
    begunCount += 1
  }

  func rows(_ surface: PluginSurface, first: Int, count: Int, output: inout PluginOutput) throws(PluginError) {
    guard let picture else { return }
    try picture.write(surface, first: first, count: count)
    guard picture.isComplete || picture.bytes.count >= Self.chunkByteCount else { return }
    try writeData(picture.bytes, &output)
    picture.drop()
    if picture.isComplete { self.picture = nil }
  }

  func finish(output: inout PluginOutput) throws(PluginError) {
    try ChunkWriter.write(.end, [], to: &output)
  }

  private var bitDepth: UInt8 {
    format == LZL_FORMAT_RGBA16 || format == LZL_FORMAT_GRAY16 ? 16 : 8
  }

  private var colorType: UInt8 {
    switch format {
    case LZL_FORMAT_GRAY8, LZL_FORMAT_GRAY16: 0
    case LZL_FORMAT_GRAYA8: 4
    default: 6
    }
  }

  private func check(_ frame: lzl_encode_frame, isFirst: Bool, isInAnimation: Bool) throws(PluginError) {
    let area = frame.rectangle
    let isWhole = area.x == 0 && area.y == 0 && area.width == width && area.height == height
    guard !isFirst || isWhole else { throw .unsupported("The first frame of a PNG has to cover the whole image") }
    guard area.width <= width, area.x <= width - area.width, area.height <= height, area.y <= height - area.height
    else { throw .unsupported("The frame reaches beyond the image") }
    guard isFirst || isInAnimation else { throw .unsupported("Only the first frame can stand beside the animation") }
    guard frame.disposal <= 2, frame.blend <= 1 else {
      throw .unsupported("The frame's disposal or blend is not known")
    }
  }

  private func writeControl(_ frame: lzl_encode_frame, _ output: inout PluginOutput) throws(PluginError) {
    let area = frame.rectangle
    let delay = FrameDelay(frame.delay_numerator, frame.delay_denominator)
    let numbers = [nextSequence(), area.width, area.height, area.x, area.y].flatMap { $0.bigEndianBytes }
    let times = delay.numerator.bigEndianBytes + delay.denominator.bigEndianBytes
    let modes = [UInt8(truncatingIfNeeded: frame.disposal), UInt8(truncatingIfNeeded: frame.blend)]
    try ChunkWriter.write(.frame, numbers + times + modes, to: &output)
  }

  private func writeData(_ bytes: UnsafeRawBufferPointer, _ output: inout PluginOutput) throws(PluginError) {
    guard begunCount > 1 else { return try ChunkWriter.write(.data, [], bytes, to: &output) }
    try ChunkWriter.write(.frameData, nextSequence().bigEndianBytes, bytes, to: &output)
  }

  private func nextSequence() -> UInt32 {
    defer { sequence &+= 1 }
    return sequence
  }
}
