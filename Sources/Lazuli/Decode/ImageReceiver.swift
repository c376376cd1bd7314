import LazuliCore

/// Makes an image of a body. Used by one decode thread at a time.
final class ImageReceiver: LoadReceiver {
  private enum Phase {
    case decoding
    /// With why it is not complete.
    case assembling(ImageAssembly, ImageError?)
  }

  private let engine: Engine
  private let wish: DecodeWish
  private let source: DecodeSource
  private var phase = Phase.decoding
  private var frame: DecodedFrame?

  init(_ engine: Engine, _ options: ImageOptions, _ interrupter: Interrupter) {
    self.engine = engine
    wish = DecodeWish(options: options, colors: engine.colors)
    source = DecodeSource(engine, wish, interrupter)
  }

  func receive(_ response: ResponseInformation) { source.receive(response) }
  func receive(_ chunk: ByteChunk) { source.receive(chunk) }
  func end(_ error: ImageError?) { source.end(error) }
  var takenWeight: Int { source.takenWeight }

  func advance() throws(ImageError) -> LoadProgress<DecodedImage> {
    guard let session = try source.startedSession() else { return .starved }
    switch phase {
    case .decoding: return try decode(session)
    case .assembling(let assembly, let error):
      guard assembly.isFinished else {
        try assembly.advance()
        return .working
      }
      return try result(of: assembly, session, error)
    }
  }

  private func decode(_ session: DecodeSession) throws(ImageError) -> LoadProgress<DecodedImage> {
    switch session.advance() {
    case .working: break
    case .starved: return .starved
    case .header:
      if !mayNeedFrames(session) { session.input.forget() }
      return .header(try source.information(session), byteCount: session.plan?.pixelByteCount(wish) ?? 0)
    case .frame(let frame): self.frame = frame
    case .finished: try assemble(frame, session, nil)
    case .failed(let failure, let partial):
      // A decoder that misses what the transport could not bring is not the one to blame.
      let error = source.failure ?? failure.error.about(source.response)
      guard let frame = partial ?? (failure.arePixelsUsable ? frame : nil) else { throw error }
      try assemble(frame, session, error)
    }
    return .working
  }

  private func assemble(
    _ frame: DecodedFrame?, _ session: DecodeSession, _ error: ImageError?
  ) throws(ImageError) {
    guard let frame, let header = session.header, let plan = session.plan else {
      throw error ?? ImageError(.corrupt, at: .decode, "The file holds no picture")
    }
    let pixels = try frame.placed(on: plan.canvas, header, pool: engine.pool)
    // Who alone holds pixels may change them in place.
    self.frame = nil
    let assembly = ImageAssembly(
      pixels, resized: frame.resized, header, plan, wish, pool: engine.pool, log: engine.log)
    phase = .assembling(assembly, error)
  }

  private func result(
    of assembly: ImageAssembly, _ session: DecodeSession, _ error: ImageError?
  ) throws(ImageError) -> LoadProgress<DecodedImage> {
    guard let header = session.header else { return .starved }
    let image = DecodedImage(
      pixels: assembly.pixels, header: header, format: session.provider.format, metadata: session.metadata,
      isComplete: error == nil, warningCount: session.warningCount + assembly.warningCount,
      frames: frames(of: session, header))
    guard var error, !wish.options.allowsIncomplete else { return .finished(image) }
    error.partialImage = image
    error.message += "; allow incomplete images to take what could be decoded"
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
      engine: engine, provider: session.provider, chunks: session.input.allChunks, header: header,
      options: wish.options)
  }
}
