import LazuliCore

/// What the graph wants done. One order at a time.
extension Scheduler {
  func carryOut(_ action: JobGraph.Action) {
    switch action {
    case .enqueue, .dequeue: break
    case .start(let fetch, let takers): start(fetch, for: takers)
    case .begin(let job): begin(job)
    case .join(let job, let fetch):
      if let body = body(job) { table.fetch(fetch)?.post(.join(job, body)) }
    case .leave(let job, let fetch): table.fetch(fetch)?.post(.leave(job))
    case .stop(let job, let isSatisfied): stop(job, isSatisfied: isSatisfied)
    case .move(let job, let priority):
      table.fetch(job)?.setPriority(priority)
      table.body(job)?.setPriority(priority)
      table.process(job)?.setPriority(priority)
    case .showPreviews(let job, let isWanted): table.body(job)?.showPreviews(isWanted)
    }
  }

  /// Gives the input of a processor to it.
  func process(_ input: Result<ImageResponse, ImageError>, by jobs: [JobID]) {
    for job in jobs { process(job)?.process(input) }
  }

  func show(_ preview: Preview, by jobs: [JobID]) {
    for job in jobs { process(job)?.preview(preview) }
  }

  private func start(_ fetch: JobID, for takers: [JobID]) {
    // Where all have left meanwhile, it ends without having begun.
    guard let (key, priority) = state.withLock({ $0.schedule.graph.description(of: fetch) }) else {
      return fetchEnded(fetch, served: [])
    }
    let job = FetchJob(fetch, fetchRequest(key, priority), self)
    table.add(job, fetch)
    job.post(.start(takers.compactMap { taker in body(taker).map { (taker, $0) } }))
    tell(.started, behind: fetch)
  }

  private func stop(_ job: JobID, isSatisfied: Bool) {
    if let fetch = table.fetch(job) { return fetch.stop(isSatisfied: isSatisfied) }
    table.body(job)?.stop()
    table.process(job)?.stop()
    table.remove(job)
    state.withLock { state in
      state.news[job] = nil
      state.largerImages[job] = nil
    }
  }

  /// Makes what is wanted of a larger image in memory.
  private func begin(_ job: JobID) {
    let known = state.withLock { state in
      state.schedule.graph.description(of: job).map { ($0, $1, state.largerImages[job]) }
    }
    guard case (let key, let priority, let image?)? = known else { return }
    let request = key.request.value
    let pool = engine.pool(within: request.options.limits)
    add(ProcessJob(job, self, request.options.reducing(image), pool: pool, url: request.url, priority), job)
    noteStart(of: job)
    tell(.started, behind: job)
    table.process(job)?.process(.success(ImageResponse(image: image, origin: .memory)))
  }

  private func fetchRequest(_ key: JobKey, _ priority: RequestPriority) -> FetchRequest {
    let request = ImageRequest(key.request)
    let network = engine.settings.network.requestTimeout
    var fetch = FetchRequest(request.url)
    fetch.fields = request.fields
    // Who gives a task more time means its request.
    fetch.timeout = network.map { max($0, request.timeout ?? .zero) }
    fetch.priority = priority
    fetch.maximumByteCount = engine.settings.limits.lowered(by: request.options.limits).maximumEncodedByteCount
    if case .fetch(acceptsAnyStatus: true) = key.part { fetch.acceptsAnyStatus = true }
    return fetch
  }

  /// The job, made now unless it is there.
  private func body(_ id: JobID) -> (any RunningJob & BodyConsumer)? {
    if let job = table.body(id) { return job }
    let description = state.withLock { state in
      state.schedule.graph.description(of: id).map { ($0, $1, state.schedule.graph.wantsPreviews(id)) }
    }
    guard let (key, priority, wantsPreviews) = description else { return nil }
    let job = makeBody(id, key, priority)
    if wantsPreviews { job.showPreviews(true) }
    table.add(job, id)
    return job
  }

  private func makeBody(_ id: JobID, _ key: JobKey, _ priority: RequestPriority) -> any RunningJob & BodyConsumer {
    let url = key.request.value.url
    let options = key.request.value.unprocessedOptions
    let interrupter = Interrupter()
    switch key.part {
    case .data:
      return BodyJob(id, self, priority: priority, url: url, interrupter: interrupter, receiver: DataReceiver()) {
        self.receive($0, id) { output, _, _ in .data(output) }
      }
    case .header:
      let engine = engine
      return BodyJob(
        id, self, priority: priority, url: url, interrupter: interrupter,
        receiver: HeaderReceiver(engine, options, interrupter)
      ) { report in self.receive(report, id) { output, _, _ in .information(output) } }
    case .image, .fetch:
      return makeImage(id, ImageRequest(key.request), options, interrupter, priority)
    }
  }

  private func makeImage(
    _ id: JobID, _ request: ImageRequest, _ options: ImageOptions, _ interrupter: Interrupter,
    _ priority: RequestPriority
  ) -> BodyJob<DecodedImage> {
    let engine = engine
    let recall = { @Sendable (response: ResponseInformation) in
      self.recall(behind: id, response)
      return engine.memory?.image(for: request, from: response, pool: engine.pool(within: request.options.limits))
    }
    let report = { @Sendable (report: BodyReport<DecodedImage>) in
      self.receive(report, id) { output, response, origin in
        .image(ImageResponse(image: output, origin: origin, response: response))
      }
    }
    return BodyJob(
      id, self, priority: priority, url: request.url, interrupter: interrupter,
      receiver: ImageReceiver(engine, options, interrupter), recall: recall, report: report)
  }

  private func process(_ id: JobID) -> ProcessJob? {
    if let job = table.process(id) { return job }
    guard let (key, priority) = state.withLock({ $0.schedule.graph.description(of: id) }) else { return nil }
    guard case .image(let count, _) = key.part, count > 0 else { return nil }
    let request = key.request.value
    let pool = engine.pool(within: request.options.limits)
    let job = ProcessJob(
      id, self, request.options.processors[Int(count) - 1], pool: pool, url: request.url, priority)
    add(job, id)
    return job
  }

  private func add(_ job: ProcessJob, _ id: JobID) {
    table.add(job, id)
    // It may have been stopped meanwhile, before it could be found in the table.
    if state.withLock({ $0.schedule.graph.key(of: id) }) == nil { table.remove(id) }
  }
}

extension JobGraph {
  /// `nil` when nobody wants it any more.
  fileprivate func description(of job: JobID) -> (JobKey, RequestPriority)? {
    guard let key = key(of: job), let priority = priority(of: job) else { return nil }
    return (key, priority)
  }
}

extension SharedRequest.Value {
  fileprivate var unprocessedOptions: ImageOptions {
    var options = options
    options.processors = []
    return options
  }
}
