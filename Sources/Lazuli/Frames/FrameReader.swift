import LazuliCore

/// Decodes and composes an animation's frames, one after the other. Used by one decode thread at a time.
final class FrameReader {
  private let session: DecodeSession
  /// What the image's load learnt, at the end of the file too.
  private let known: ImageHeader
  private let wish: DecodeWish
  private let pool: PixelBufferPool
  private let now: @Sendable () -> Duration
  private let interrupter: Interrupter
  /// What pixels the decode of a frame will hold at a time, about: the frame, the canvas, and both as they are wanted.
  let pixelByteCount: Int
  private var compositor: FrameCompositor?
  private var index = 0
  private var isEnded = false

  init(
    tools: DecodeTools, provider: any ImageDecoderProvider, chunks: [ByteChunk], header: ImageHeader,
    options: ImageOptions, interrupter: Interrupter
  ) {
    known = header
    wish = DecodeWish(options: options, colors: tools.colors, wantsAllFrames: true)
    pool = tools.pool(within: options.limits)
    self.interrupter = interrupter
    let environment = tools.environment(options.limits, interrupter)
    pixelByteCount = Self.pixelByteCount(header, wish, environment.limits)
    let clock = tools.clock
    now = { clock.now }
    session = DecodeSession(
      [provider], EncodedInput(whole: chunks), wish, environment)
    session.input.forget()
  }

  private static func pixelByteCount(_ header: ImageHeader, _ wish: DecodeWish, _ limits: DecodingLimits) -> Int {
    guard let plan = try? DecodePlan(for: header, wish, limits: limits) else { return 0 }
    let canvas = PixelLayout(width: plan.canvas.width, height: plan.canvas.height, format: plan.configuration.format)
    return plan.pixelByteCount(wish) + (canvas?.byteCount ?? 0)
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
      case .failed(let failure, let part):
        isEnded = true
        guard mayEnd(with: failure, part) else { throw failure.error }
        if let part { return .frame(try compose(part)) }
      }
      if now() - start > time { return .more }
    }
    return .end
  }

  /// Whether damage is the end, behind what there is of a frame, rather than an error.
  private func mayEnd(with failure: DecoderFailure, _ part: DecodedFrame?) -> Bool {
    wish.options.allowsIncomplete && failure.error.code.fault == .data && (index > 0 || part != nil)
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
    let isUnwanted = { @Sendable [interrupter] in interrupter.isInterrupted }
    try CurrentWork.run(until: isUnwanted) { () throws(ImageError) in
      while !assembly.isFinished { try assembly.advance() }
    }
    defer { index += 1 }
    return ImageFrame(index: index, pixels: assembly.pixels, delay: frame.information.delay)
  }
}
