import LazuliCore

/// One image on its way into a file. Suspends its caller and works on decode threads.
struct ImageEncoding: Sendable {
  private let engine: Engine
  private let image: DecodedImage
  private let request: EncodeRequest
  private let write: EncoderRun.Write

  init(_ engine: Engine, _ image: DecodedImage, _ request: EncodeRequest, _ write: @escaping EncoderRun.Write) {
    self.engine = engine
    self.image = image
    self.request = request
    self.write = write
  }

  /// What could not be kept.
  func run() async throws(ImageError) -> ImageWarnings {
    let job = try await engine.threads.perform { () throws(ImageError) in try makeJob() }
    let answer: Result<Void, ImageError> = await withTaskCancellationHandler {
      do throws(ImageError) {
        return .success(try await run(job))
      } catch {
        return .failure(Task.isCancelled ? .cancelledLoad : error)
      }
    } onCancel: {
      job.run.cancel()
    }
    try answer.get()
    let warnings = ImageWarnings(job.plan.warnings) + job.run.warnings
    for warning in warnings.kept { engine.log?.write(.info, plugin: warning.plugin, warning.message) }
    return warnings
  }

  private struct Job: Sendable {
    var run: EncoderRun
    var plan: EncodePlan
    /// `nil` for a still image.
    var frames: (any ImageFrames)?
  }

  /// On a decode thread: finding an encoder may load a plugin.
  private func makeJob() throws(ImageError) -> Job {
    let provider = try engine.routing().encoder(for: request.format)
    let plan = try EncodePlan(image, to: provider, request, engine.colors)
    let encoder = try provider.makeEncoder(request.options, limits: engine.settings.limits)
    let isAnimation = provider.writesAnimations && !request.onlyFirstFrame
    return Job(run: EncoderRun(provider, encoder, write), plan: plan, frames: isAnimation ? image.frames : nil)
  }

  private func run(_ job: Job) async throws(ImageError) {
    guard let frames = job.frames else {
      try await begin(job, frameCount: 1, playCount: 1)
      _ = try await add(image.pixels, .init(numerator: 0, denominator: 100), index: 0, behind: nil, to: job)
      return try await finish(job)
    }
    var count = frames.count
    if count == nil { count = try await counted(frames) }
    try await begin(job, frameCount: count ?? 1, playCount: request.playCount ?? frames.playCount)
    let pass = frames.makePass()
    // With the next one the only canvas that is kept.
    var last: PixelBuffer?
    while let frame = try await pass.next() {
      last = try await add(frame.pixels, frame.delay, index: frame.index, behind: last, to: job)
    }
    try await finish(job)
  }

  private func counted(_ frames: any ImageFrames) async throws(ImageError) -> Int {
    let pass = frames.makePass()
    var count = 0
    while try await pass.next() != nil { count += 1 }
    return count
  }

  private func begin(_ job: Job, frameCount: Int, playCount: Int) async throws(ImageError) {
    var head = EncoderImage(width: image.width, height: image.height, format: job.plan.format)
    head.frameCount = frameCount
    head.playCount = playCount
    head.color = job.plan.color
    head.color.hasInvertedCMYK = job.plan.format == .cmyk8 && image.pixels.color.hasInvertedCMYK
    head.texts = request.texts
    if request.keepsMetadata { addMetadata(to: &head) }
    let complete = head
    try await perform { () throws(ImageError) in try job.run.begin(complete) }
  }

  private func addMetadata(to head: inout EncoderImage) {
    for item in image.metadata {
      switch item {
      case .exif(let bytes): head.exif = ExifOrientation.replaced(in: bytes, by: request.orientation)
      case .xmp(let bytes): head.xmp = bytes
      case .text(let keyword, let text): addText(keyword, text, to: &head)
      case .icc, .orientation, .playCount, .frameCount: break
      }
    }
  }

  /// A NUL, which some files have in their texts, would end the text.
  private func addText(_ keyword: String, _ text: String, to head: inout EncoderImage) {
    guard !request.texts.contains(where: { $0.keyword == keyword }) else { return }
    head.texts.append(ImageText(keyword, text.utf8.contains(0) ? text.filter { $0 != "\0" } : text))
  }

  /// Of the first frame everything is written, of the others what they change. Answers the whole frame.
  private func add(
    _ pixels: PixelBuffer, _ delay: FrameInformation.Delay, index: Int, behind last: PixelBuffer?, to job: Job
  ) async throws(ImageError) -> PixelBuffer {
    let pool = engine.pool
    return try await perform { () throws(ImageError) in
      let whole = try job.plan.prepare(pixels, pool: pool)
      var frame = FrameInformation(index: index, rectangle: PixelRectangle(of: whole), delay: delay)
      guard let last, last.layout == whole.layout else {
        try job.run.add(whole, frame)
        return whole
      }
      let part = try ChangedPart(from: last, to: whole, pool: pool)
      (frame.rectangle, frame.blend) = (part.rectangle, part.blend)
      try job.run.add(part.pixels, frame)
      return whole
    }
  }

  private func finish(_ job: Job) async throws(ImageError) {
    try await perform { () throws(ImageError) in try job.run.finish() }
  }

  private func perform<Answer: Sendable>(
    _ body: @escaping @Sendable () throws(ImageError) -> Answer
  ) async throws(ImageError) -> Answer {
    guard !Task.isCancelled else { throw .cancelledLoad }
    return try await engine.threads.perform { () throws(ImageError) in try body() }
  }
}

extension PixelRectangle {
  fileprivate init(of pixels: PixelBuffer) {
    self.init(x: 0, y: 0, width: pixels.width, height: pixels.height)
  }
}
