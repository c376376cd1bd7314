import LazuliABI
import LazuliPluginKit

/// Writes GIF89a. A frame is written when the one behind it is known, with what it changes only.
final class GIFEncoder: PluginEncoder {
  static let formats = LZL_FORMAT_BIT_RGBA8
  static let abilities =
    LZL_ENCODER_ALPHA | LZL_ENCODER_ANIMATION | LZL_ENCODER_ICC | LZL_ENCODER_XMP | LZL_ENCODER_TEXTS

  private enum Stage {
    case idle
    case writing(ImageWriter)
    case indexing(FrameIndexing)
    case ending
  }

  private let limits: PluginLimits
  private var stage = Stage.idle
  private var canvas: EncoderCanvas?
  private var indices: Memory<UInt8>?
  /// What goes between the screen and the first frame.
  private var metadata: [UInt8] = []
  private var frameCount: UInt32 = 1
  private var frame = lzl_encode_frame()
  private var nextRow = 0
  private var pending: IndexedFrame?
  private var commonPalette: FramePalette?
  private var isFinishing = false

  init(options: PluginEncoderOptions) throws(PluginError) {
    limits = options.limits
  }

  func begin(_ image: lzl_encode_image, output: inout PluginOutput) throws(PluginError) {
    guard image.width <= 65_535, image.height <= 65_535 else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "GIF files have at most 65535 pixels a side: reduce the image")
    }
    let (width, height) = (Int(image.width), Int(image.height))
    try limits.check(workingByteCount: UInt64(width * height) * 6 + 4 << 20)
    canvas = try .make(width: width, height: height)
    indices = try .make(count: width * height)
    frameCount = image.frame_count
    metadata = (frameCount > 1 ? GIFBlocks.loop(playCount: image.play_count) : []) + GIFBlocks.metadata(image)
  }

  func frame(_ frame: lzl_encode_frame, output: inout PluginOutput) throws(PluginError) {
    guard let canvas else { return }
    let box = PixelBox(frame.rectangle)
    guard box.right <= canvas.width, box.bottom <= canvas.height else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "The frame reaches beyond the image")
    }
    guard frame.flags & LZL_FRAME_NOT_IN_ANIMATION == 0 else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "A GIF file has no image beside its animation: leave it out")
    }
    guard frame.disposal <= LZL_DISPOSAL_PREVIOUS, frame.blend <= LZL_BLEND_OVER else {
      throw PluginError(LZL_ERROR_UNSUPPORTED, "The frame's disposal or blend is not known")
    }
    self.frame = frame
    nextRow = 0
    try canvas.begin(frame)
  }

  func rows(_ surface: PluginSurface, first: Int, count: Int, output: inout PluginOutput) throws(PluginError) {
    guard let canvas else { return }
    for row in first..<first + count {
      canvas.put(surface.row(row), row: nextRow, isOver: frame.blend == LZL_BLEND_OVER)
      nextRow += 1
    }
    if nextRow == Int(frame.rectangle.height) { try endFrame(&output) }
  }

  func work(output: inout PluginOutput) throws(PluginError) -> Bool {
    switch stage {
    case .idle: return false
    case .writing(let writer): try write(writer, &output)
    case .indexing(let indexing): try index(indexing)
    case .ending:
      try output.write(GIFBlocks.trailer)
      stage = .idle
    }
    return true
  }

  func finish(output: inout PluginOutput) throws(PluginError) {
    isFinishing = true
    try beginWriting(&output)
  }

  /// All of the frame is on the canvas: the one before can be written.
  private func endFrame(_ output: inout PluginOutput) throws(PluginError) {
    guard let canvas, let indices, pending != nil else { return beginIndexing(forced: .empty) }
    if !canvas.cleared.isEmpty { pending?.clearAfterwards(canvas.cleared, indices, width: canvas.width) }
    try beginWriting(&output)
  }

  private func beginWriting(_ output: inout PluginOutput) throws(PluginError) {
    guard let canvas, let indices, let pending else { return }
    if commonPalette == nil {
      try output.write(GIFBlocks.screen(width: canvas.width, height: canvas.height, pending.palette) + metadata)
      commonPalette = pending.palette
      metadata = []
    }
    if frameCount > 1 || pending.palette.transparentIndex != nil { try output.write(GIFBlocks.control(pending)) }
    let localPalette = pending.hasCommonPalette ? nil : pending.palette
    try output.write(GIFBlocks.descriptor(pending.box, localPalette: localPalette) + [UInt8(pending.codeSize)])
    stage = .writing(ImageWriter(pending, indices, width: canvas.width))
  }

  private func write(_ writer: ImageWriter, _ output: inout PluginOutput) throws(PluginError) {
    try writer.step(output: &output)
    guard writer.isComplete else { return }
    guard !isFinishing else {
      stage = .ending
      return
    }
    guard let pending else { return }
    beginIndexing(forced: pending.isClearedAfterwards ? pending.box : .empty)
  }

  private func beginIndexing(forced: PixelBox) {
    guard let canvas, let indices else { return }
    let isFirst = pending == nil
    var box = isFirst ? PixelBox(left: 0, top: 0, right: canvas.width, bottom: canvas.height) : canvas.changed
    box.formUnion(forced)
    // A frame has a pixel at least, and a place.
    if box.isEmpty { box = PixelBox(left: 0, top: 0, right: 1, bottom: 1) }
    stage = .indexing(
      FrameIndexing(
        canvas, indices, box: box, forced: forced, common: commonPalette,
        transparency: isFirst ? (frameCount > 1 ? .preferred : .asNeeded) : .required))
  }

  private func index(_ indexing: FrameIndexing) throws(PluginError) {
    try indexing.step()
    guard let palette = indexing.result else { return }
    let isCommon = pending == nil || indexing.usesCommonPalette
    pending = IndexedFrame(box: indexing.box, palette: palette, isCommon: isCommon, delay: delay)
    stage = .idle
  }

  /// In hundredths of a second, rounded, for each frame alone: a remainder that is carried over makes some
  /// frames so short that browsers slow them down.
  private var delay: UInt16 {
    let seconds = UInt64(frame.delay_denominator == 0 ? 100 : frame.delay_denominator)
    return UInt16(clamping: (UInt64(frame.delay_numerator) * 100 + seconds / 2) / seconds)
  }
}
