import LazuliCore

/// Decodes and composes an animation's frames, one after the other. Used by one decode thread at a time.
final class FrameReader {
  private let session: DecodeSession
  /// What the image's load learnt, at the end of the file too.
  private let known: ImageHeader
  private let wish: DecodeWish
  private let pool: PixelBufferPool
  private let now: @Sendable () -> Duration
  private var compositor: FrameCompositor?
  private var index = 0
  private var isEnded = false

  init(
    engine: Engine, provider: any ImageDecoderProvider, chunks: [ByteChunk], header: ImageHeader,
    options: ImageOptions, interrupter: Interrupter
  ) {
    known = header
    wish = DecodeWish(options: options, colors: engine.colors, wantsAllFrames: true)
    pool = engine.pool
    let clock = engine.clock
    now = { clock.now }
    session = DecodeSession(
      [provider], EncodedInput(whole: chunks), wish, engine.environment(options.limits, interrupter))
    session.input.forget()
  }

  /// What a turn on a thread brought.
  enum Turn: Sendable {
    case frame(ImageFrame)
    case end
    /// Time is up: another turn is needed.
    case more
  }

  /// Works for `time` at the most, roughly. After an error there are no more frames.
  func turn(for time: Duration) throws(ImageError) -> Turn {
    let start = now()
    while !isEnded {
      switch session.advance() {
      case .working, .header: break
      case .starved, .finished: isEnded = true
      case .frame(let frame): return .frame(try compose(frame))
      case .failed(let failure, _):
        isEnded = true
        throw failure.error
      }
      if now() - start > time { return .more }
    }
    return .end
  }

  private func compose(_ frame: DecodedFrame) throws(ImageError) -> ImageFrame {
    guard var header = session.header, let plan = session.plan else { throw .misbehaved("gave a frame too early") }
    header.orientation = known.orientation
    header.color = known.color
    let format: PixelFormat = frame.pixels.format.bitsPerSample > 8 ? .rgba16 : .rgba8
    var compositor =
      self.compositor
      ?? FrameCompositor(width: plan.canvas.width, height: plan.canvas.height, format: format, pool: pool)
    // While the frame is composed nobody else may hold the canvas, or it would be copied.
    self.compositor = nil
    let pixels = try compositor.compose(
      ConvertProcessor(to: format).process(frame.pixels, pool: pool), frame.information)
    self.compositor = compositor
    let assembly = ImageAssembly(pixels, header, plan, wish, pool: pool)
    while !assembly.isFinished { try assembly.advance() }
    defer { index += 1 }
    return ImageFrame(index: index, pixels: assembly.pixels, delay: frame.information.delay)
  }
}
