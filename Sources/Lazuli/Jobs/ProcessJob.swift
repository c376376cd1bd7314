import LazuliCore
import Synchronization

/// Applies one processor to an image, and to the previews before it.
final class ProcessJob: RunningJob {
  private enum Event: Sendable {
    case preview(Preview)
    case input(Result<ImageResponse, ImageError>)
  }

  private let id: JobID
  private let scheduler: Scheduler
  private let processor: any ImageProcessor
  private let pool: PixelBufferPool
  private let inbox: SerialInbox<Event>
  private let isStopped = Atomic(false)
  private let watch: StageWatch

  init(
    _ id: JobID, _ scheduler: Scheduler, _ processor: any ImageProcessor, pool: PixelBufferPool, url: ResourceURL,
    _ priority: RequestPriority
  ) {
    self.id = id
    self.scheduler = scheduler
    self.processor = processor
    self.pool = pool
    inbox = SerialInbox(threads: scheduler.engine.threads, priority: priority)
    watch = StageWatch(scheduler.engine, .process(processor.identity), url, id)
  }

  func setPriority(_ priority: RequestPriority) { inbox.setPriority(priority) }
  func showPreviews(_ isWanted: Bool) {}
  func stop() { isStopped.store(true, ordering: .relaxed) }

  /// Something to process, the newest preview or the image in the end.
  func preview(_ preview: Preview) { post(.preview(preview)) }
  func process(_ input: Result<ImageResponse, ImageError>) { post(.input(input)) }

  private func post(_ event: Event) {
    inbox.post(event) { self.handle($0) }
  }

  /// On a decode thread.
  private func handle(_ events: [Event]) -> Bool {
    // Only the last counts: it is the newest preview, or the image.
    guard let event = events.last, !isStopped.load(ordering: .relaxed) else { return false }
    switch event {
    case .preview(let preview): show(preview)
    case .input(let input): finish(input)
    }
    return false
  }

  private func show(_ preview: Preview) {
    guard let preview = try? preview.mapped(processed), !isStopped.load(ordering: .relaxed) else { return }
    watch.tell(of: preview)
    scheduler.previewed(id, preview)
  }

  private func finish(_ input: Result<ImageResponse, ImageError>) {
    watch.start()
    let result = processed(input)
    guard !isStopped.load(ordering: .relaxed) else { return watch.end(byteCount: 0, .cancelledLoad) }
    watch.end(byteCount: result.byteCount, result.failure)
    scheduler.finished(id, result.map { .image($0) })
  }

  private func processed(_ input: Result<ImageResponse, ImageError>) -> Result<ImageResponse, ImageError> {
    do throws(ImageError) {
      var response = try input.get()
      response.image = try processed(response.image)
      return .success(response)
    } catch {
      var error = error
      if input.failure != nil { error.partialImage = error.partialImage.flatMap { try? processed($0) } }
      return .failure(error)
    }
  }

  private func processed(_ image: DecodedImage) throws(ImageError) -> DecodedImage {
    var image = image
    let isUnwanted = { @Sendable in self.isStopped.load(ordering: .relaxed) }
    image.pixels = try CurrentWork.run(until: isUnwanted) { () throws(ImageError) in
      try processor.process(image.pixels, pool: pool)
    }
    if let frames = image.frames as? AnimationFrames { image.frames = frames.processed(by: processor) }
    return image
  }
}

extension Result where Success == ImageResponse, Failure == ImageError {
  fileprivate var failure: ImageError? { if case .failure(let error) = self { error } else { nil } }
  fileprivate var byteCount: Int {
    if case .success(let response) = self { response.image.pixels.byteCount } else { 0 }
  }
}
