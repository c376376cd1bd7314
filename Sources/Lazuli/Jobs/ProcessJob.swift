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
  private let inbox: SerialInbox<Event>
  private let isStopped = Atomic(false)
  private let watch: StageWatch

  init(
    _ id: JobID, _ scheduler: Scheduler, _ processor: any ImageProcessor, url: ResourceURL, _ priority: RequestPriority
  ) {
    self.id = id
    self.scheduler = scheduler
    self.processor = processor
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
    case .preview(let preview):
      if let preview = try? preview.mapped(processed) { scheduler.previewed(id, preview) }
    case .input(let input):
      watch.start()
      let result = processed(input)
      watch.end(byteCount: result.byteCount, result.failure)
      scheduler.finished(id, result.map { .image($0) })
    }
    return false
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
    image.pixels = try processor.process(image.pixels, pool: scheduler.engine.pool)
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
