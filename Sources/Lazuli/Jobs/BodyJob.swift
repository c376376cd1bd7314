import LazuliCore
import Synchronization

/// Makes something of a body: an image, its header, or the bytes. Events from any thread come into its inbox, and
/// one decode thread at a time does what they call for.
final class BodyJob<Output: Sendable>: BodyConsumer, RunningJob, @unchecked Sendable {
  // Unchecked: `receiver`, `source`, `response`, `alarm` and what follows are touched by the inbox's handler only, which never
  // runs twice at a time; everything else is Sendable.
  private enum Event: Sendable {
    case body(BodyEvent)
    case memoryGranted
    /// Look for something to show.
    case look
    case stop
  }

  private let id: JobID
  private let scheduler: Scheduler
  private let inbox: SerialInbox<Event>
  private let interrupter: Interrupter
  private let report: @Sendable (BodyReport<Output>) -> Void
  /// What is known already of a source which says what it is.
  private let recall: @Sendable (ResponseInformation) -> Recollection<Output>?
  private let isStopped = Atomic(false)
  private let wantsPreviews = Atomic(false)
  private let watch: StageWatch
  private let makeReceiver: @Sendable () -> any LoadReceiver<Output>
  private var receiver: (any LoadReceiver<Output>)?
  private var source: (any BodySource)?
  private var response: ResponseInformation?
  private var recalled: Recollection<Output>?
  private var isWaitingForMemory = false
  private var hasAskedForReplay = false
  private var hasToldHeader = false
  private let memory: PixelMemory
  private let holder: PixelMemory.Holder
  private var alarm: (any PipelineAlarm)?

  /// `receiver` is made anew where decoding begins anew. `report` is called on decode threads, one call at a time.
  init(
    _ id: JobID, _ scheduler: Scheduler, priority: RequestPriority, url: ResourceURL?, interrupter: Interrupter,
    receiver: @autoclosure @escaping @Sendable () -> any LoadReceiver<Output>,
    recall: @escaping @Sendable (ResponseInformation) -> Recollection<Output>? = { _ in nil },
    report: @escaping @Sendable (BodyReport<Output>) -> Void
  ) {
    self.id = id
    self.scheduler = scheduler
    self.interrupter = interrupter
    makeReceiver = receiver
    self.receiver = receiver()
    self.report = report
    self.recall = recall
    memory = scheduler.engine.pixelMemory
    holder = memory.makeHolder()
    inbox = SerialInbox(threads: scheduler.engine.threads, priority: priority)
    watch = StageWatch(scheduler.engine, .decode, url, id)
  }

  func receive(_ event: BodyEvent) { post(.body(event)) }

  func setPriority(_ priority: RequestPriority) {
    inbox.setPriority(priority)
    memory.move(holder, to: priority)
  }

  func showPreviews(_ isWanted: Bool) {
    wantsPreviews.store(isWanted, ordering: .relaxed)
    if isWanted { post(.look) }
  }

  /// Ends it, from any thread; nothing is reported any more, but for what is being reported just now.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    interrupter.interrupt()
    post(.stop)
  }

  private func post(_ event: Event) {
    inbox.post(event) { self.handle($0) }
  }
}

/// What becomes of a body job.
enum BodyReport<Output: Sendable>: Sendable {
  case header(ImageInformation)
  case preview(Preview)
  /// `isNew`: not what is in memory already.
  case end(Result<Output, ImageError>, ResponseInformation?, ImageOrigin, isNew: Bool)
}

/// On a decode thread.
extension BodyJob {
  /// How long a job keeps a thread while others wait.
  private static var turn: Duration { .milliseconds(8) }

  private func handle(_ events: [Event]) -> Bool {
    guard receiver != nil else { return false }
    for event in events { handle(event) }
    do throws(ImageError) {
      return try CurrentWork.run(until: { self.isStopped.load(ordering: .relaxed) }, work)
    } catch {
      end(isStopped.load(ordering: .relaxed) ? nil : .failure(error))
      return false
    }
  }

  private func handle(_ event: Event) {
    switch event {
    case .body(.begin(let source)): begin(source)
    case .body(.response(let response)):
      self.response = response
      recalled = recall(response)
      receiver?.receive(response)
    case .body(.chunk(let chunk)):
      watch.start()
      receiver?.receive(chunk)
    case .body(.end(let error)): receiver?.end(error)
    case .body(.whole(let chunk)):
      watch.start()
      receiver?.receive(chunk)
      receiver?.end(nil)
    case .memoryGranted: isWaitingForMemory = false
    case .look, .stop: break
    }
  }

  /// From the beginning, also where there was one before.
  private func begin(_ source: any BodySource) {
    if self.source != nil {
      receiver = nil
      memory.release(holder)
      isWaitingForMemory = false
      receiver = makeReceiver()
    }
    self.source = source
    receiver?.begin(at: source.startTime)
  }

  /// Who wants previews of a decode which began without may have it begin anew, once, while its bytes are kept.
  private func askForReplay(_ receiver: any LoadReceiver<Output>) {
    guard !hasAskedForReplay, receiver.wouldShowMoreFromTheBeginning else { return }
    hasAskedForReplay = true
    source?.replay(for: id)
  }

  /// Steps until there is nothing to do or the turn is over; true when there is more to do.
  private func work() throws(ImageError) -> Bool {
    let start = scheduler.engine.clock.now
    if let recalled, !isStopped.load(ordering: .relaxed) {
      try end(recalled)
      return false
    }
    while let receiver, !isStopped.load(ordering: .relaxed) {
      guard !isWaitingForMemory else {
        source?.taken(nil, by: id)
        return false
      }
      receiver.wantsPreviews = wantsPreviews.load(ordering: .relaxed)
      askForReplay(receiver)
      let progress = try receiver.advance()
      source?.taken(receiver.takenWeight, by: id)
      switch progress {
      case .starved:
        setAlarm(to: receiver.nextPreviewTime)
        return false
      case .header(let information, let byteCount): learn(information, byteCount)
      case .preview(let preview):
        watch.tell(of: preview)
        report(.preview(preview))
      case .finished(let output):
        end(.success(output))
        return false
      case .working: if scheduler.engine.clock.now - start > Self.turn { return true }
      }
    }
    end(nil)
    return false
  }

  /// Wakes it where there is something to show, but it is too early.
  private func setAlarm(to time: Duration?) {
    if alarm == nil, time != nil { alarm = scheduler.engine.clock.makeAlarm { [weak self] in self?.post(.look) } }
    alarm?.set(to: time)
  }

  /// Before there are pixels they need a place.
  private func learn(_ information: ImageInformation, _ byteCount: Int) {
    if !hasToldHeader { report(.header(information)) }
    hasToldHeader = true
    isWaitingForMemory = !memory.request(byteCount, for: holder, inbox.priority) { self.post(.memoryGranted) }
    // It may have been moved before it could wait.
    memory.move(holder, to: inbox.priority)
  }

  private func end(_ recalled: Recollection<Output>) throws(ImageError) {
    switch recalled {
    case .there(let output): end(.success(output), from: .memory, isNew: false)
    case .toBeMade(let make): end(.success(try make()), from: .memory)
    }
  }

  /// Gives the answer, `nil` when nobody waits for one, and lets go of everything.
  private func end(_ answer: Result<Output, ImageError>?, from origin: ImageOrigin = .source, isNew: Bool = true) {
    receiver = nil
    source = nil
    setAlarm(to: nil)
    memory.release(holder)
    guard let answer else { return watch.end(byteCount: 0, .cancelledLoad) }
    if case .failure(let error) = answer {
      scheduler.engine.log?.write(error.logLevel, plugin: error.plugin, error.description)
      watch.end(byteCount: 0, error)
    } else {
      watch.end(byteCount: 0, nil)
    }
    report(.end(answer, response, origin, isNew: isNew))
  }
}

extension ImageError {
  /// How much it matters to who watches the log: what a deployer can mend matters most.
  fileprivate var logLevel: PipelineLog.Level {
    switch code.fault {
    case .plugin, .engine: .error
    case .environment, .policy: .notice
    case .caller: .debug
    case .data, .limit: .info
    }
  }

  static var cancelledLoad: ImageError { ImageError(.cancelled, at: .request, "The load was cancelled by its caller") }
}
