public import LazuliCore
import Synchronization

/// One caller's wish for an image, under way since it was made.
///
/// Equal wishes share their work. Dropping the task does not end it; `cancel` does. After a cancel it brings
/// nothing any more but the failure with `cancelled`.
public final class ImageTask: ImageLoadControl {
  private let scheduler: Scheduler
  private let id: TaskID
  private let board: TaskBoard
  private let currentPriority: Atomic<Int>

  init(_ request: SharedRequest, _ scheduler: Scheduler) {
    self.scheduler = scheduler
    id = scheduler.makeTaskID()
    board = TaskBoard(request)
    currentPriority = Atomic(request.value.priority.rawValue)
  }

  private var shared: SharedRequest { board.request }
  public var request: ImageRequest { ImageRequest(shared) }

  /// Any number of observers, each with all events; see `ImageTaskEvents`.
  public var events: ImageTaskEvents { ImageTaskEvents(board: board) }

  /// Waits for the end. When the Swift task that waits is cancelled it stops waiting, with `cancelled`, and
  /// this one goes on.
  public var response: ImageResponse {
    get async throws(ImageError) {
      await waitForEnd()
      return try ending()
    }
  }

  /// Waits for the image, as `response` does.
  public var image: DecodedImage {
    get async throws(ImageError) { try await response.image }
  }

  /// How it ended; `nil` while it is under way.
  public var result: Result<ImageResponse, ImageError>? { board.ending }

  /// Where it stands, waiting or running; what it shares with others goes by the highest.
  public var priority: RequestPriority {
    get { RequestPriority(rawValue: currentPriority.load(ordering: .relaxed)) ?? .normal }
    set {
      currentPriority.store(newValue.rawValue, ordering: .relaxed)
      scheduler.setPriority(newValue, of: id)
    }
  }

  public func cancel() {
    if board.end(nil) { scheduler.leave(id) }
  }

  func waitForEnd() async { await board.waitForEnd() }

  /// An answer is large; see `Completion.takeAnswer`.
  @inline(never)
  func ending() throws(ImageError) -> ImageResponse {
    try (board.ending ?? .failure(named(.cancelledLoad))).get()
  }
}

extension ImageTask {
  /// Observers added before miss nothing. `larger`: an image in memory that the one wanted can be made of.
  func start(from larger: DecodedImage? = nil) {
    do throws(ImageError) {
      try scheduler.add(id, self, for: .image(shared, of: larger == nil ? .body : .largerImage), larger: larger)
    } catch {
      board.end(.failure(named(error)))
    }
    // Cancelled while it was being added: what left before it came is still there.
    if board.isEnded { scheduler.leave(id) }
  }

  func fail(with error: ImageError) {
    board.end(.failure(named(error)))
  }

  func end(with response: ImageResponse) {
    board.end(.success(response))
  }

  /// Calls `receive` with each event, one call at a time.
  func observe(on target: CallbackTarget, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void) {
    board.add(EventPump(board, target, receive))
  }

  private func named(_ error: ImageError) -> ImageError { error.naming(shared.value.url) }
}

extension ImageTask: TaskListener {
  func receive(_ news: TaskNews) {
    switch news {
    case .started: board.start()
    case .sizeKnown(let information): board.learn(information)
    case .progress(let progress): board.progress(progress)
    case .preview(let image): if shared.value.wantsPreviews { board.preview(image) }
    case .ended(.success(.image(let response))): board.end(.success(response))
    case .ended(.failure(let error)): board.end(.failure(named(error)))
    case .ended: board.end(.failure(ImageError(.internalError, at: .request, "The job made something else")))
    }
  }
}

extension ImageError {
  /// The same error, naming the URL that was asked for, which plugins do not know: in the message too.
  func naming(_ requested: ResourceURL) -> ImageError {
    var error = self
    error.url = requested.redacted
    let shown = requested.shown
    if !error.message.contains(shown) { error.message = "\(shown): \(error.message)" }
    return error
  }
}
