import LazuliCore

/// Makes what there is of an image look as the image will: its size, orientation, colours. One decode thread at a time.
final class PreviewMaker {
  private enum Part {
    case copying(FrameSnapshot)
    case assembling(ImageAssembly, MissingRows?)
  }

  private let header: ImageHeader
  private let plan: DecodePlan
  private let wish: DecodeWish
  private let pool: PixelBufferPool
  private var part: Part

  init(
    _ snapshot: FrameSnapshot, _ header: ImageHeader, _ plan: DecodePlan, _ wish: DecodeWish, pool: PixelBufferPool
  ) {
    part = .copying(snapshot)
    self.header = header
    self.plan = plan
    self.wish = wish
    self.pool = pool
  }

  /// Goes on by some milliseconds at the most; the pixels in the end.
  func advance() throws(ImageError) -> PixelBuffer? {
    switch part {
    case .copying(let snapshot):
      guard let frame = try snapshot.advance() else { return nil }
      let pixels = try frame.placed(on: plan.canvas, header, pool: pool)
      part = .assembling(
        ImageAssembly(pixels, resized: frame.resized, header, plan, wish, pool: pool),
        MissingRows(frame, header, plan, wish))
    case .assembling(let assembly, let missing):
      guard !assembly.isFinished else { return try missing?.cleared(assembly.pixels, pool: pool) ?? assembly.pixels }
      try assembly.advance()
    }
    return nil
  }
}
