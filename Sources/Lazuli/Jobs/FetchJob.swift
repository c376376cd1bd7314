import LazuliCore
import Synchronization

/// One fetch on its way, for all who take its bytes.
///
/// Who comes late gets what came so far: it is kept while there is little of it. Who comes later still is turned
/// away: the body is not fetched twice at a time.
final class FetchJob: BodySource, @unchecked Sendable {
  // Unchecked: `run` is touched by the inbox's handler only, which never runs twice at a time; everything else is
  // Sendable.
  enum Event: Sendable {
    case start([(JobID, any BodyConsumer)])
    case join(JobID, any BodyConsumer)
    case leave(JobID)
    case replay(JobID)
    case fetch(FetchMachine.Event)
    case stop
  }

  private struct Run {
    var fetch: Fetch?
    var consumers: [JobID: any BodyConsumer] = [:]
    var kept = KeptBody()
    var isTransferOpen = false
    var isOver = false
    var toldByteCount = 0
  }

  let id: JobID
  let startTime: Duration
  private let scheduler: Scheduler
  private let request: FetchRequest
  private let inbox: SerialInbox<Event>
  private let flow: TransferFlow
  private let intake = Mutex(BodyIntake())
  private let isStopped = Atomic(false)
  private let watch: StageWatch
  private var run: Run

  init(_ id: JobID, _ request: FetchRequest, _ scheduler: Scheduler) {
    self.id = id
    self.request = request
    self.scheduler = scheduler
    startTime = scheduler.engine.clock.now
    let settings = scheduler.engine.settings
    inbox = SerialInbox(threads: scheduler.engine.threads, priority: request.priority)
    flow = TransferFlow(highMark: settings.maximumWaitingByteCount, priority: request.priority)
    run = Run(kept: KeptBody(maximumWeight: settings.maximumJoinableByteCount))
    watch = StageWatch(scheduler.engine, .fetch, request.url, id)
  }

  func post(_ event: Event) {
    inbox.post(event) { self.handle($0) }
  }

  func setPriority(_ priority: RequestPriority) {
    inbox.setPriority(priority)
    flow.setPriority(priority)
  }

  /// Ends it, from any thread. Satisfied: a transfer whose bytes are all there ends by itself.
  func stop(isSatisfied: Bool) {
    isStopped.store(true, ordering: .relaxed)
    if isSatisfied { flow.finish() } else { flow.cancel() }
    post(.stop)
  }

  func replay(for consumer: JobID) { post(.replay(consumer)) }

  func taken(_ weight: Int?, by consumer: JobID) {
    changeIntake { $0.set(weight, for: consumer) }
  }

  private func changeIntake(_ change: (inout BodyIntake) -> Void) {
    let weight = intake.withLock { intake in
      change(&intake)
      return intake.takenWeight
    }
    if let weight { flow.taken(weight) }
  }
}

/// On a decode thread.
extension FetchJob {
  private static var progressByteCount: Int { 16 << 10 }

  private func handle(_ events: [Event]) -> Bool {
    guard !run.isOver else { return false }
    for event in events { handle(event) }
    tellProgress(every: 1)
    let hasEnded = run.fetch == nil || isStopped.load(ordering: .relaxed)
    if hasEnded, !run.isTransferOpen { end() }
    return false
  }

  private func handle(_ event: Event) {
    switch event {
    case .start(let consumers):
      for (id, consumer) in consumers { join(id, consumer) }
      attempt { job throws(ImageError) in try job.start() }
    case .join(let id, let consumer): join(id, consumer)
    case .leave(let id):
      run.consumers[id] = nil
      changeIntake { $0.remove(id) }
    case .replay(let id): if let consumer = run.consumers[id] { replay(for: consumer) }
    case .fetch(let event): handle(event)
    case .stop: break
    }
  }

  private func handle(_ event: FetchMachine.Event) {
    if case .done = event { run.isTransferOpen = false }
    guard !isStopped.load(ordering: .relaxed) else { return }
    attempt { job throws(ImageError) in
      try job.perform(job.run.fetch?.handle(event) ?? [])
    }
  }

  private func start() throws(ImageError) {
    guard !isStopped.load(ordering: .relaxed) else { return }
    watch.start()
    run.fetch = Fetch(request, scheduler.engine, flow) { self.post(.fetch($0)) }
    try perform(run.fetch?.start() ?? [])
  }

  /// What went wrong on the way is theirs to judge who take the bytes: what came before may be worth something.
  private func attempt(_ body: (FetchJob) throws(ImageError) -> Void) {
    do throws(ImageError) {
      try body(self)
    } catch {
      run.fetch = nil
      flow.cancel()
      watch.end(byteCount: run.kept.byteCount, error)
      deliver(.end(error))
    }
  }

  private func perform(_ actions: [FetchMachine.Action]) throws(ImageError) {
    for action in actions {
      switch action {
      case .respond(let response): deliver(.response(response))
      case .deliver(let chunk): deliver(.chunk(chunk))
      case .finish:
        run.fetch = nil
        watch.end(byteCount: run.kept.byteCount, nil)
        deliver(.end(nil))
      case .open:
        try run.fetch?.perform(action)
        run.isTransferOpen = true
      case .leave: try run.fetch?.perform(action)
      }
    }
  }

  private func deliver(_ event: BodyEvent) {
    run.kept.append(event)
    if case .chunk = event { tellProgress(every: Self.progressByteCount) }
    for consumer in run.consumers.values { consumer.receive(event) }
  }

  private func join(_ id: JobID, _ consumer: any BodyConsumer) {
    guard let events = run.kept.events else { return scheduler.turnAway(id, from: self.id) }
    run.consumers[id] = consumer
    changeIntake { $0.set(0, for: id) }
    consumer.receive(.begin(self))
    for event in events { consumer.receive(event) }
  }

  private func replay(for consumer: any BodyConsumer) {
    guard let events = run.kept.events else { return }
    consumer.receive(.begin(self))
    for event in events { consumer.receive(event) }
  }

  /// Before the bytes are handed on, or the image might be there first; but not of each piece of a few bytes.
  private func tellProgress(every byteCount: Int) {
    let isComplete = run.kept.byteCount >= run.kept.expectedByteCount ?? .max
    let newByteCount = run.kept.byteCount - run.toldByteCount
    guard newByteCount >= byteCount || isComplete && newByteCount > 0 else { return }
    run.toldByteCount = run.kept.byteCount
    scheduler.progressed(
      id, ByteProgress(receivedByteCount: run.kept.byteCount, expectedByteCount: run.kept.expectedByteCount))
  }

  private func end() {
    run.isOver = true
    run.fetch = nil
    let served = Set(run.consumers.keys)
    run.consumers = [:]
    watch.end(byteCount: run.kept.byteCount, .cancelledLoad)
    scheduler.fetchEnded(id, served: served)
  }
}
