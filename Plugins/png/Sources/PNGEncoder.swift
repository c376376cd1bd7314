import CLazuliPNG
import LazuliABI
import LazuliPluginKit

/// Encodes PNG, and APNG when there is more than one frame.
///
/// A still image whose rows come all at once is stored in as few bits as it needs, unless it is to keep its
/// format; anything else as it is given, since the file's head comes first.
final class PNGEncoder: PluginEncoder {
  static let formats =
    LZL_FORMAT_BIT_GRAY8 | LZL_FORMAT_BIT_GRAYA8 | LZL_FORMAT_BIT_GRAY16 | LZL_FORMAT_BIT_RGBA8
    | LZL_FORMAT_BIT_RGBA16
  static let abilities =
    LZL_ENCODER_ALPHA | LZL_ENCODER_ANIMATION | LZL_ENCODER_ICC | LZL_ENCODER_CODE_POINTS | LZL_ENCODER_CALIBRATION
    | LZL_ENCODER_EXIF | LZL_ENCODER_XMP | LZL_ENCODER_TEXTS | LZL_ENCODER_EFFORT

  private let effort: Int
  private let keepsFormat: Bool
  private let limits: PluginLimits
  private var width: UInt32 = 0
  private var height: UInt32 = 0
  private var format: UInt32 = 0
  private var frameCount: UInt32 = 0
  private var playCount: UInt32 = 0
  private var begunCount: UInt32 = 0
  private var sequence: UInt32 = 0
  /// Chunks between the head and the pixels.
  private var ancillary = PluginOutput()
  private var area = lzl_rectangle()
  private var analysis: PictureAnalysis?
  private var profiled: ProfiledSamples?
  /// All rows of the picture, with the number of those that are written.
  private var whole: (surface: PluginSurface, written: Int)?
  private var picture: PictureWriter?

  private static let pixelsPerStep = 1 << 16

  init(options: PluginEncoderOptions) throws(PluginError) {
    effort = max(1, min(options.effort ?? 6, 9))
    keepsFormat = options.keepsFormat
    limits = options.limits
  }

  func begin(_ image: lzl_encode_image, output: inout PluginOutput) throws(PluginError) {
    guard image.width <= Int32.max, image.height <= Int32.max else {
      throw .unsupported("The image is larger than PNG allows")
    }
    try limits.check(workingByteCount: UInt64(image.width) * 64 + 4 << 20)
    (width, height, format) = (image.width, image.height, image.format)
    (frameCount, playCount) = (image.frame_count, image.play_count)
    profiled = ProfiledSamples(image)
    try AncillaryChunks(image: image, hasProfile: profiled != nil).write(to: &ancillary)
  }

  func frame(_ frame: lzl_encode_frame, output: inout PluginOutput) throws(PluginError) {
    let isFirst = begunCount == 0
    let isInAnimation = frameCount > 1 && frame.flags & LZL_FRAME_NOT_IN_ANIMATION == 0
    try check(frame, isFirst: isFirst, isInAnimation: isInAnimation)
    area = frame.rectangle
    begunCount += 1
    guard frameCount > 1 else { return }
    if isFirst {
      try writeHead(RowPacking(plain: format), &output)
      let count = isInAnimation ? frameCount : frameCount - 1
      try ChunkWriter.write(.animation, count.bigEndianBytes + playCount.bigEndianBytes, to: &output)
    }
    if isInAnimation { try writeControl(frame, &output) }
    try beginPicture(RowPacking(plain: format))
  }

  func rows(_ surface: PluginSurface, first: Int, count: Int, output: inout PluginOutput) throws(PluginError) {
    if picture == nil, analysis == nil {
      if surface.height == Int(area.height), !keepsFormat {
        analysis = PictureAnalysis(format, profiled: profiled)
      } else {
        try begin(RowPacking(plain: format), &output)
      }
    }
    guard analysis != nil else { return try write(surface, first, count, &output) }
    for row in first..<first + count { analysis?.look(at: surface.row(row), width: surface.width) }
    guard first + count == surface.height, let found = analysis else { return }
    analysis = nil
    whole = (surface, 0)
    try begin(found.packing(pixelCount: surface.width * surface.height), &output)
  }

  /// Writes what was looked at.
  func work(output: inout PluginOutput) throws(PluginError) -> Bool {
    guard let (surface, first) = whole else { return false }
    let count = min(surface.height - first, Self.pixelsPerStep / surface.width + 1)
    whole = first + count < surface.height ? (surface, first + count) : nil
    try write(surface, first, count, &output)
    return whole != nil
  }

  func finish(output: inout PluginOutput) throws(PluginError) {
    try ChunkWriter.write(.end, [], to: &output)
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

  /// A still image, of which nothing is written yet.
  private func begin(_ packing: RowPacking, _ output: inout PluginOutput) throws(PluginError) {
    try writeHead(packing, &output)
    try beginPicture(packing)
  }

  private func beginPicture(_ packing: RowPacking) throws(PluginError) {
    picture = try PictureWriter.make(width: Int(area.width), height: area.height, packing: packing, effort: effort)
  }

  /// All chunks up to the palette (PNG third edition, 5.6).
  private func writeHead(_ packing: RowPacking, _ output: inout PluginOutput) throws(PluginError) {
    try output.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let layout = [UInt8(packing.bitDepth), packing.colorType, 0, 0, 0]
    try ChunkWriter.write(.header, width.bigEndianBytes + height.bigEndianBytes + layout, to: &output)
    try output.write(ancillary.bytes)
    ancillary = PluginOutput()
    guard let palette = packing.palette else { return }
    try ChunkWriter.write(.palette, palette.bytes, to: &output)
    let alphas = palette.alphas
    if !alphas.isEmpty { try ChunkWriter.write(.transparency, alphas, to: &output) }
  }

  private func writeControl(_ frame: lzl_encode_frame, _ output: inout PluginOutput) throws(PluginError) {
    let area = frame.rectangle
    let delay = FrameDelay(frame.delay_numerator, frame.delay_denominator)
    let numbers = [nextSequence(), area.width, area.height, area.x, area.y].flatMap { $0.bigEndianBytes }
    let times = delay.numerator.bigEndianBytes + delay.denominator.bigEndianBytes
    let modes = [UInt8(truncatingIfNeeded: frame.disposal), UInt8(truncatingIfNeeded: frame.blend)]
    try ChunkWriter.write(.frame, numbers + times + modes, to: &output)
  }

  private func write(
    _ surface: PluginSurface, _ first: Int, _ count: Int, _ output: inout PluginOutput
  ) throws(PluginError) {
    guard let picture else { return }
    try picture.write(surface, first: first, count: count)
    try writeData(picture.bytes, &output)
    picture.drop()
    if picture.isComplete { self.picture = nil }
  }

  private func writeData(_ bytes: UnsafeRawBufferPointer, _ output: inout PluginOutput) throws(PluginError) {
    guard !bytes.isEmpty else { return }
    guard begunCount > 1 else { return try ChunkWriter.write(.data, [], bytes, to: &output) }
    try ChunkWriter.write(.frameData, nextSequence().bigEndianBytes, bytes, to: &output)
  }

  private func nextSequence() -> UInt32 {
    defer { sequence &+= 1 }
    return sequence
  }
}
