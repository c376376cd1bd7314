import LazuliCore

/// Makes an image of a body. Used by one decode thread at a time.
final class ImageReceiver: LoadReceiver {
  private enum Phase {
    case decoding
    /// The decoder rests meanwhile.
    case previewing(PreviewMaker, PreviewTicket)
    /// With why it is not complete.
    case assembling(ImageAssembly, ImageError?)
  }

  private let engine: Engine
  private let wish: DecodeWish
  private let source: DecodeSource
  private var meter: PreviewMeter
  private var phase = Phase.decoding
  private var frame: DecodedFrame?
  private var isFrameShown = false
  private var canPreview = true
  /// Whether previews were wanted when it was planned how to decode.
  private var isPlannedWithPreviews = false
  var wantsPreviews = false

  init(_ engine: Engine, _ options: ImageOptions, _ interrupter: Interrupter) {
    self.engine = engine
    wish = DecodeWish(options: options, colors: engine.colors)
    source = DecodeSource(engine, wish, interrupter)
    meter = PreviewMeter(engine.clock)
  }

  func begin(at time: Duration) { meter = PreviewMeter(engine.clock, start: time) }
  func receive(_ response: ResponseInformation) { source.receive(response) }
  func receive(_ chunk: ByteChunk) { source.receive(chunk) }
  func end(_ error: ImageError?) { source.end(error) }
  var takenWeight: Int { source.takenWeight }

  func advance() throws(ImageError) -> LoadProgress<DecodedImage> {
    guard let session = try source.startedSession() else { return .starved }
    switch phase {
    case .decoding: return try decode(session)
    case .previewing(let maker, let ticket): return preview(maker, ticket, session)
    case .assembling(let assembly, let error):
      guard assembly.isFinished else {
        try assembly.advance()
        return .working
      }
      return try result(of: assembly, session, error)
    }
  }

  private func decode(_ session: DecodeSession) throws(ImageError) -> LoadProgress<DecodedImage> {
    if try startPreview(session) { return .working }
    switch step(session) {
    case .working: break
    case .starved: return try startPreview(session) ? .working : .starved
    case .header:
      isPlannedWithPreviews = wantsPreviews
      if !mayNeedFrames(session) { session.input.forget() }
      return .header(try source.information(session), byteCount: pixelByteCount(session))
    case .frame(let frame):
      self.frame = frame
      isFrameShown = !session.hasNews
    case .finished: try assemble(frame, session, nil)
    case .failed(let failure, let partial):
      // A decoder that misses what the transport could not bring is not the one to blame.
      let error = source.failure ?? failure.error.about(source.response)
      guard let frame = partial ?? (failure.arePixelsUsable ? frame : nil) else { throw error }
      try assemble(frame, session, error)
    }
    return .working
  }

  private func pixelByteCount(_ session: DecodeSession) -> Int {
    session.plan?.pixelByteCount(wish, withPreviews: wantsPreviews) ?? 0
  }

  /// What is made of the pixels is held to the request's limits too.
  private var pool: PixelBufferPool { engine.pool(within: wish.options.limits) }

  private func assemble(
    _ frame: DecodedFrame?, _ session: DecodeSession, _ error: ImageError?
  ) throws(ImageError) {
    guard let frame, let header = session.header, let plan = session.plan else {
      throw error ?? ImageError(.corrupt, at: .decode, "The file holds no picture")
    }
    let pixels = try frame.placed(on: plan.canvas, header, pool: pool)
    // Who alone holds pixels may change them in place.
    self.frame = nil
    let assembly = ImageAssembly(
      pixels, resized: frame.resized, header, plan, wish, pool: pool, log: engine.log)
    phase = .assembling(assembly, error)
  }

  private func result(
    of assembly: ImageAssembly, _ session: DecodeSession, _ error: ImageError?
  ) throws(ImageError) -> LoadProgress<DecodedImage> {
    guard let header = session.header else { return .starved }
    var warnings = session.warnings
    for warning in assembly.warnings { warnings.append(warning) }
    if let error, wish.options.allowsIncomplete { warnings.append(ImageWarning(error)) }
    let image = DecodedImage(
      pixels: assembly.pixels, header: header, format: session.provider.format, metadata: session.metadata,
      isComplete: error == nil, warnings: warnings,
      frames: frames(of: session, header))
    guard var error, !wish.options.allowsIncomplete else { return .finished(image) }
    error.partialImage = image
    error.remedy = "allow incomplete images to take what could be decoded"
    throw error
  }

  /// Whether the encoded bytes are needed once more, for the frames.
  private func mayNeedFrames(_ session: DecodeSession) -> Bool {
    guard let header = session.header, !wish.options.onlyFirstFrame, !wish.options.onlyDefaultImage else {
      return false
    }
    return !header.hasPages && header.mayHaveMoreFrames
  }

  private func frames(of session: DecodeSession, _ header: ImageHeader) -> (any ImageFrames)? {
    guard mayNeedFrames(session), header.isAnimated || header.frameCount ?? 1 > 1 else { return nil }
    return AnimationFrames(
      tools: engine.tools, provider: session.provider, chunks: session.input.allChunks, header: header,
      options: wish.options)
  }
}

// MARK: - Previews

extension ImageReceiver {
  /// Through a window onto its rows an image of passes shows its last one only.
  var wouldShowMoreFromTheBeginning: Bool {
    guard wantsPreviews, case .decoding = phase, let session = source.session, let plan = session.plan else {
      return false
    }
    return session.header?.hasPasses == true && !plan.streamed.isEmpty && !isPlannedWithPreviews
  }

  /// When a preview may be made of what is there, if nothing comes.
  var nextPreviewTime: Duration? {
    guard case .decoding = phase, wantsPreviews, canPreview, let session = source.session,
      hasSomethingToShow(session) || session.mayHaveHiddenPass
    else { return nil }
    return meter.time(costing: cost(session))
  }

  /// Begins one if there is something to show and time for it.
  private func startPreview(_ session: DecodeSession) throws(ImageError) -> Bool {
    guard wantsPreviews, canPreview, let header = session.header, let plan = session.plan else { return false }
    let isNews = hasSomethingToShow(session)
    guard isNews || session.mayHaveHiddenPass, mayPreview(session) else { return false }
    guard isNews else {
      try session.nudge()
      return true
    }
    let ticket = meter.begin()
    guard let snapshot = try? snapshot(session) else { return false }
    let maker = PreviewMaker(snapshot, header, plan, wish, pool: pool)
    phase = .previewing(maker, ticket)
    return true
  }

  private func snapshot(_ session: DecodeSession) throws(ImageError) -> FrameSnapshot? {
    guard let frame else { return try session.snapshot() }
    isFrameShown = true
    return FrameSnapshot(frame)
  }

  /// A first frame is shown before the rest of an animation comes.
  private func hasSomethingToShow(_ session: DecodeSession) -> Bool {
    guard frame != nil else { return session.hasSomethingToShow }
    return !isFrameShown && !session.input.isEnded
  }

  /// A preview that cannot be made, as for want of memory, spoils no image.
  private func preview(
    _ maker: PreviewMaker, _ ticket: PreviewTicket, _ session: DecodeSession
  ) -> LoadProgress<DecodedImage> {
    do throws(ImageError) {
      guard let pixels = try meter.measure({ () throws(ImageError) in try maker.advance() }) else { return .working }
      phase = .decoding
      guard wantsPreviews, let header = session.header else { return .working }
      let image = DecodedImage(
        pixels: pixels, header: header, format: session.provider.format, metadata: session.metadata, isComplete: false)
      return .preview(Preview(image: image, ticket: ticket, duration: meter.spentOnLast))
    } catch {
      phase = .decoding
      canPreview = false
      return .working
    }
  }

  /// What a decoder does only to show it is a preview's time.
  private func step(_ session: DecodeSession) -> DecodeProgress {
    session.wantsPreviews = wantsPreviews
    session.showsPasses = wantsPreviews && session.header?.hasPasses == true && mayPreview(session)
    guard session.showsPasses else { return session.advance() }
    let start = engine.clock.now
    let progress = session.advance()
    if session.hasShownPass { meter.spend(engine.clock.now - start) }
    return progress
  }

  private func mayPreview(_ session: DecodeSession) -> Bool { meter.allows(costing: cost(session)) }

  /// A guess of what a preview takes before there was one: 2 ns for a pixel, 10 where it is decoded just for that.
  private func cost(_ session: DecodeSession) -> Duration {
    guard let plan = session.plan, let header = session.header else { return .zero }
    return .nanoseconds(plan.canvas.width * plan.canvas.height * (header.hasPasses ? 10 : 2))
  }
}
