import LazuliCore

/// Runs the decoders of one image: feeds them, gives them memory, and moves on to the next codec when
/// one says that the file is of another format. One thread at a time.
final class DecodeSession {
  private let environment: DecodeEnvironment
  private var candidates: ArraySlice<any ImageDecoderProvider>
  private var machine: DecodeMachine
  private var decoder: (any ImageDecoder)?
  private(set) var provider: any ImageDecoderProvider
  /// What is decoded; bytes are appended from outside.
  var input: EncodedInput
  private var surface: PixelSurface?
  /// Instead of a surface of the frame's size.
  private var window: ResizingWindow?
  /// What the decoder was fed last, or all of it: kept while it reads from it.
  private var fed: ByteChunk?
  private var isConfigured = false
  /// What the codec before this one said.
  private var refusal: ImageError?
  /// Whether the decoder waits for input that it asked for.
  private var isHungry = false
  private var workTime = Duration.zero
  /// What the decoder itself has to say of a call of ours that failed.
  private var toldFailure: DecoderFailure?
  /// Whether the decoder shows early passes too.
  var showsPasses = false
  /// Whether the last step did something only to show it.
  private(set) var hasShownPass = false
  /// Rows came since the last snapshot.
  private(set) var hasNews = false
  /// Whether the decoder that waits for input was asked to show what it has.
  private var hasNudged = false

  /// `candidates` are tried in their order; there must be one.
  init(
    _ candidates: [any ImageDecoderProvider], _ input: EncodedInput, _ wish: DecodeWish,
    _ environment: DecodeEnvironment
  ) {
    self.candidates = candidates.dropFirst()
    self.input = input
    self.environment = environment
    provider = candidates[0]
    machine = DecodeMachine(wish, limits: environment.limits)
  }

  deinit {
    environment.interrupter.lend(nil)
  }

  private var wantsAllFrames: Bool { machine.wish.wantsAllFrames }
  /// Whether previews may be asked for: then an image of passes gets a canvas.
  var wantsPreviews: Bool {
    get { machine.wantsPreviews }
    set { machine.wantsPreviews = newValue }
  }
  var header: ImageHeader? { machine.header }
  var plan: DecodePlan? { machine.plan }
  var metadata: [MetadataItem] { machine.metadata }
  var warnings: ImageWarnings { machine.warnings }

  /// Goes on by one step of the decoder, a few milliseconds at the most.
  func advance() -> DecodeProgress {
    hasShownPass = false
    do throws(ImageError) {
      guard let decoder = try startedDecoder() else { return .starved }
      if isHungry { return try feedNext(to: decoder) }
      try configureIfNeeded(decoder)
      let event = try timed { () throws(ImageError) in decoder.step(wantsPreview: showsPasses) }
      return try act(on: machine.handle(event), with: decoder)
    } catch {
      return failed(toldFailure ?? DecoderFailure(error: error, arePixelsUsable: error.code == .limitExceeded))
    }
  }

  /// The decoder, with its first input; `nil` while that is not there.
  private func startedDecoder() throws(ImageError) -> (any ImageDecoder)? {
    if let decoder { return decoder }
    guard let piece = provider.needsWholeInput ? input.takeWhole() : input.take() else { return nil }
    var limits = environment.limits
    if wantsAllFrames { limits.maximumDecodingTime = nil }
    let decoder = try provider.makeDecoder(limits: limits)
    self.decoder = decoder
    environment.interrupter.lend(decoder)
    try feed(piece, to: decoder)
    return decoder
  }

  private func feed(_ piece: EncodedInput.Piece, to decoder: any ImageDecoder) throws(ImageError) {
    fed = piece.chunk
    try call(decoder) { () throws(ImageError) in
      try decoder.feed(piece.chunk, isFinal: piece.isFinal, isStable: piece.isWhole)
    }
  }

  private func configureIfNeeded(_ decoder: any ImageDecoder) throws(ImageError) {
    guard !isConfigured, let plan else { return }
    isConfigured = true
    try call(decoder) { () throws(ImageError) in try decoder.configure(plan.configuration) }
  }

  private func act(
    on action: DecodeMachine.Action, with decoder: any ImageDecoder
  ) throws(ImageError) -> DecodeProgress {
    switch action {
    case .step: return .working
    case .feed: return try feedNext(to: decoder)
    case .header: return .header
    case .open(let layout):
      try open(layout, decoder)
      return .working
    case .openWindow(let layout):
      try openWindow(layout, decoder)
      return .working
    case .rows(let rows):
      window?.take(rows)
      hasNews = true
      hasShownPass = showsPasses && header?.hasPasses == true
      return .working
    case .skip:
      try call(decoder) { () throws(ImageError) in try decoder.setSurface(nil) }
      return .working
    case .frame(let frame):
      // Of an animation each frame has its time: nobody knows how long it is watched.
      if wantsAllFrames { workTime = .zero }
      return takeFrame(frame, isComplete: true).map { .frame($0) } ?? .working
    case .finish: return .finished
    case .fail(let failure): return failed(failure)
    }
  }
}

extension DecodeSession {
  /// Gives the decoder what it asked for; until that is there it is not stepped.
  private func feedNext(to decoder: any ImageDecoder) throws(ImageError) -> DecodeProgress {
    isHungry = true
    guard let piece = input.take() else {
      guard input.isEnded else { return .starved }
      throw .misbehaved("wants input behind the end of the file")
    }
    isHungry = false
    hasNudged = false
    try feed(piece, to: decoder)
    return .working
  }

  private func open(_ layout: PixelLayout, _ decoder: any ImageDecoder) throws(ImageError) {
    let isCleared = header?.hasPasses ?? true
    let surface = try environment.pool.surface(layout, color: header?.color ?? .init(), isCleared: isCleared)
    self.surface = surface
    try call(decoder) { () throws(ImageError) in try decoder.setSurface(surface) }
  }

  private func openWindow(_ layout: PixelLayout, _ decoder: any ImageDecoder) throws(ImageError) {
    guard let plan else { return }
    let window = try ResizingWindow(
      layout, plan.streamed, machine.wish.options.resizing, working: plan.working, color: header?.color ?? .init(),
      pool: environment.pool)
    self.window = window
    try call(decoder) { () throws(ImageError) in try decoder.setSurface(window.surface) }
  }

  private func takeFrame(_ information: FrameInformation, isComplete: Bool) -> DecodedFrame? {
    guard let window else { return takeSurface().map { DecodedFrame(information, $0, isComplete: isComplete) } }
    self.window = nil
    let resized = window.finish()
    guard let pixels = resized.values.first else { return nil }
    var frame = DecodedFrame(information, pixels, isComplete: isComplete)
    frame.resized = resized
    return frame
  }

  /// The pixels as far as they were written, the rest transparent.
  private func takeSurface() -> PixelBuffer? {
    guard let surface else { return nil }
    self.surface = nil
    if header?.hasPasses == false || header?.hasRowsInOrder == true {
      machine.coverage.missing(in: 0..<surface.height).forEach(surface.clear(rows:))
    }
    return surface.freeze()
  }

  // MARK: Previews

  /// Whether there is something new to show, and now is the time: more has to be waited for, or a pass is complete, or
  /// a picture without passes is not.
  var hasSomethingToShow: Bool {
    guard hasNews, let header, machine.frame != nil else { return false }
    return isHungry || header.hasPasses == machine.isPassComplete
  }

  /// Whether the decoder waits for input, and may have a pass which it has not shown.
  var mayHaveHiddenPass: Bool {
    isHungry && !hasNudged && header?.hasPasses == true && machine.frame != nil && window == nil
  }

  /// What is there so far, of the frame under way; `nil` when there is none.
  func snapshot() throws(ImageError) -> FrameSnapshot? {
    guard let frame = machine.frame, let plan, let header else { return nil }
    hasNews = false
    if let window { return FrameSnapshot(frame, try window.snapshot(pool: environment.pool)) }
    guard let surface else { return nil }
    let isWhole =
      frame.rectangle == PixelRectangle(x: 0, y: 0, width: plan.canvas.width, height: plan.canvas.height)
    let resize = isWhole ? plan.resizePlan(of: header, machine.wish) : nil
    let copied = resize.flatMap { $0.isIdentity ? nil : $0 }
    var resizing = machine.wish.options.resizing
    // What would come first comes later: a preview mixes what is encoded.
    if machine.wish.needsCanvas(header) { resizing.isInLinearLight = false }
    let copy = try SurfaceCopy(of: surface, machine.coverage, copied, resizing, pool: environment.pool)
    return FrameSnapshot(frame, copy, resizedBy: copied)
  }

  /// Steps a decoder that waits for input once more, so that it shows the passes which it has.
  func nudge() throws(ImageError) {
    guard let decoder else { return }
    hasNudged = true
    isHungry = false
    try feed(EncodedInput.Piece(chunk: ByteChunk([]), isFinal: false, isWhole: false), to: decoder)
  }

  /// Another codec's turn, or the end.
  private func failed(_ failure: DecoderFailure) -> DecodeProgress {
    if failure.isOtherFormat, header == nil, let next = candidates.popFirst() {
      refusal = failure.error
      dropDecoder()
      environment.log?.write(
        .info, plugin: provider.plugin,
        "Not of format \(provider.format): \(failure.error.message); trying \(next.plugin)")
      provider = next
      input.rewind()
      return .working
    }
    let frame = machine.frame
    let isUsable = failure.arePixelsUsable && machine.coverage != RowCoverage()
    dropDecoder()
    var error = failure.error
    error.plugin = error.plugin ?? provider.plugin
    error.cause = error.cause ?? refusal
    let told = DecoderFailure(error: error, arePixelsUsable: failure.arePixelsUsable)
    guard isUsable, let frame else { return .failed(told, nil) }
    return .failed(told, takeFrame(frame, isComplete: false))
  }

  /// Ends the decoder: from here on nobody writes to the surface.
  private func dropDecoder() {
    environment.interrupter.lend(nil)
    decoder = nil
    fed = nil
    isHungry = false
  }

  /// Calls into the decoder, which tells of a failure in full with its next step.
  private func call(_ decoder: any ImageDecoder, _ body: () throws(ImageError) -> Void) throws(ImageError) {
    do {
      try timed(body)
    } catch {
      if error.limit != .seconds, case .failure(let failure) = decoder.step(wantsPreview: false) {
        toldFailure = failure
      }
      throw error
    }
  }

  /// Counts the processor time that the decoder takes.
  private func timed<Result>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
    let start = environment.processorTime()
    let result = try body()
    workTime += environment.processorTime() - start
    guard let maximum = environment.limits.maximumDecodingTime, workTime > maximum else { return result }
    var error = ImageError(.limitExceeded, at: .decode, "Decoding took longer than \(maximum)")
    error.remedy = "raise the limit `seconds` or ask for a smaller size"
    error.limit = .seconds
    throw error
  }
}
