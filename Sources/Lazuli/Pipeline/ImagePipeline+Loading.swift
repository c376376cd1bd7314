internal import LazuliCache
public import LazuliCore

extension ImagePipeline {
  /// Starts a load, at once, and returns without waiting for anything: a few microseconds.
  ///
  /// - Parameters:
  ///   - delegate: Hears of it as it goes; held weakly.
  ///   - target: Where the delegate is called.
  public func task(
    for request: ImageRequest, delegate: (any ImageTaskDelegate)? = nil, on target: CallbackTarget = .anyThread
  ) -> ImageTask {
    let task = ImageTask(request.shared, scheduler)
    if let delegate {
      task.observe(on: target) { [weak delegate, weak task] event in
        if let task { delegate?.receive(event, of: task) }
      }
    }
    start(task)
    return task
  }

  /// Starts a load and calls `completion` once, in the end: with `cancelled` too.
  @discardableResult
  public func load(
    _ request: ImageRequest, on target: CallbackTarget = .anyThread,
    completion: @escaping @Sendable (Result<ImageResponse, ImageError>) -> Void
  ) -> ImageTask {
    let task = ImageTask(request.shared, scheduler)
    task.observe(on: target) { event in
      switch event {
      case .finished(let response): completion(.success(response))
      case .failed(let error): completion(.failure(error))
      case .started, .sizeKnown, .progress, .preview: break
      }
    }
    start(task)
    return task
  }

  /// Loads and decodes an image.
  public func image(for request: ImageRequest) async throws(ImageError) -> DecodedImage {
    try await made { ImageTask(request.shared, scheduler) }.run(start).image
  }

  /// Loads an image up to its header; the rest is not asked for.
  public func header(for request: ImageRequest) async throws(ImageError) -> ImageInformation {
    try await made {
      JobAwaiter(JobKey(request.shared, .header), scheduler) { output in
        if case .information(let information) = output { information } else { nil }
      }
    }.run()
  }

  /// Loads bytes, whatever they are and whatever the status says: below the image layer.
  public func data(for request: ImageRequest) async throws(ImageError) -> DataResponse {
    try await made {
      JobAwaiter(JobKey(request.shared, .data), scheduler) { output in
        if case .data(let response) = output { response } else { nil }
      }
    }.run()
  }

  /// From memory at once, or by jobs.
  func start(_ task: ImageTask) {
    let request = task.request
    switch engine.memory?.answer(to: request) {
    case .exact(let cached): task.end(with: ImageResponse(image: cached.image, origin: .memory))
    case .larger(let cached): task.start(from: cached.image)
    case nil where request.cachePolicy == .cacheOnly:
      return task.fail(
        with: ImageError(.notCached, at: .request, "The image is not in memory, and nothing else may be asked"))
    case nil: return task.start()
    }
    tellOfMemory(request)
  }

  private func tellOfMemory(_ request: ImageRequest) {
    engine.observer?.tell(
      StageEvent(
        job: 0, stage: .memory, moment: .ended(StageEvent.Outcome(duration: .zero, origin: .memory)),
        url: request.url.shown))
  }

  /// Makes a load out of the caller's line: what is put together for it would else be kept in the caller's
  /// frame for as long as it waits, kilobytes for each of a thousand loads.
  @inline(never)
  func made<Load>(_ make: () throws(ImageError) -> Load) throws(ImageError) -> Load {
    try make()
  }
}

extension ImagePipeline: ImageLoading {
  public func imageInMemory(for request: ImageRequest) -> ImageResponse? {
    guard case .exact(let cached)? = engine.memory?.answer(to: request) else { return nil }
    return ImageResponse(image: cached.image, origin: .memory)
  }

  /// For a trailing closure the other one is meant, which is given the result.
  @_disfavoredOverload
  public func load(
    _ request: ImageRequest, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void
  ) -> any ImageLoadControl {
    let task = ImageTask(request.shared, scheduler)
    task.observe(on: .anyThread, receive)
    start(task)
    return task
  }
}

extension ImageTask {
  /// Starts, and waits for the end; cancelling the Swift task cancels this one.
  fileprivate func run(_ start: @Sendable (ImageTask) -> Void) async throws(ImageError) -> ImageResponse {
    await withTaskCancellationHandler {
      if !Task.isCancelled { start(self) }
      await waitForEnd()
    } onCancel: {
      cancel()
    }
    return try ending()
  }
}
