import LazuliCore

/// What jobs tell. Called on decode threads.
extension Scheduler {
  /// What a body job has made, as an output.
  func receive<Output>(
    _ report: BodyReport<Output>, _ job: JobID, _ output: (Output, ResponseInformation?, ImageOrigin) -> JobOutput
  ) {
    switch report {
    case .header(let information): sizeKnown(job, information)
    case .preview(let preview): previewed(job, preview)
    case .end(let result, let response, let origin, let isNew):
      finished(job, result.map { output($0, response, origin) }, isNew: isNew)
    }
  }

  /// Bytes came.
  func progressed(_ fetch: JobID, _ progress: ByteProgress) {
    note(fetch) { $0.progress = progress }
    tell(.progress(progress), behind: fetch)
  }

  private func sizeKnown(_ job: JobID, _ information: ImageInformation) {
    note(job) { $0.information = information }
    tell(.sizeKnown(information), behind: job)
  }

  /// There is something to show of an image whose decode is under way: to tasks that want it as it is, and to
  /// processors.
  func previewed(_ job: JobID, _ preview: Preview) {
    note(job) { $0.preview = preview.image }
    let (listeners, processes) = state.withLock { state in
      let takers = state.schedule.graph.takers(of: job)
      return (state.listeners(takers.tasks), takers.jobs)
    }
    for listener in listeners { listener.receive(.preview(preview.image)) }
    show(preview, by: processes)
  }

  /// `isNew`: not what is in memory already.
  func finished(_ job: JobID, _ result: Result<JobOutput, ImageError>, isNew: Bool = true) {
    if isNew, case .success(.image(let response)) = result { keep(response, of: job) }
    let (listeners, processes): ([any TaskListener], [JobID]) = change { state in
      state.news[job] = nil
      state.largerImages[job] = nil
      guard let takers = state.schedule.finish(job) else { return ([], []) }
      let listeners = state.listeners(takers.tasks)
      for task in takers.tasks { state.tasks[task] = nil }
      return (listeners, takers.jobs)
    }
    for listener in listeners { listener.receive(.ended(result)) }
    if !processes.isEmpty { process(result.asImage, by: processes) }
  }

  /// Ends those of the jobs made of a job's result whose own is in memory, now that the source has said that it is the
  /// same.
  func recall(behind job: JobID, _ response: ResponseInformation) {
    guard let memory = engine.memory, response.head.identity != nil else { return }
    let jobs = state.withLock { state in
      state.schedule.graph.jobs(behind: job).compactMap { id in state.schedule.graph.key(of: id).map { (id, $0) } }
    }
    for (id, key) in jobs {
      guard let image = memory.processedImage(for: ImageRequest(key.request), key.processorCount, from: response) else {
        continue
      }
      finished(id, .success(.image(ImageResponse(image: image, origin: .memory, response: response))), isNew: false)
    }
  }

  /// Keeps what a task waits for; what is only on the way to it is made again from the source.
  private func keep(_ response: ImageResponse, of job: JobID) {
    guard let memory = engine.memory else { return }
    let known: (JobKey, String)? = state.withLock { state in
      guard !state.schedule.graph.takers(of: job).tasks.isEmpty, let key = state.schedule.graph.key(of: job) else {
        return nil
      }
      return (key, state.news[job]?.information?.plugin ?? "")
    }
    guard let (key, plugin) = known else { return }
    memory.keep(response, for: ImageRequest(key.request), processorCount: key.processorCount, plugin: plugin)
  }

  /// `served` had the bytes.
  func fetchEnded(_ fetch: JobID, served: Set<JobID>) {
    change { state in
      state.news[fetch] = nil
      state.schedule.fetchEnded(fetch, served: served)
    }
  }

  func turnAway(_ job: JobID, from fetch: JobID) {
    change { $0.schedule.turnAway(job, from: fetch) }
  }

  /// Tells all tasks that wait for a job or for what is made of it.
  func tell(_ news: TaskNews, behind job: JobID) {
    let listeners = state.withLock { $0.listeners($0.schedule.graph.tasks(behind: job)) }
    for listener in listeners { listener.receive(news) }
  }

  func noteStart(of job: JobID) { note(job) { _ in } }

  private func note(_ job: JobID, _ body: (inout JobNews) -> Void) {
    state.withLock { state in
      guard state.schedule.graph.key(of: job) != nil else { return }
      body(&state.news[job, default: JobNews()])
    }
  }
}

extension Result where Success == JobOutput, Failure == ImageError {
  fileprivate var asImage: Result<ImageResponse, ImageError> {
    flatMap { output in
      guard case .image(let response) = output else {
        return .failure(ImageError(.internalError, at: .process, "There is no image to process"))
      }
      return .success(response)
    }
  }
}
