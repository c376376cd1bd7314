import LazuliCore

/// One load on its way: events from any thread come into its inbox, and one decode thread at a time
/// does what they call for.
final class Load<Output: Sendable>: @unchecked Sendable {
  // Unchecked: `receiver` and `fetch` are touched by the inbox's handler only, which never runs
  // twice at a time; everything else is Sendable.
  private let engine: Engine
  private let inbox: SerialInbox<LoadEvent>
  private let completion = Completion<Output>()
  private let interrupter: Interrupter
  private let flow: TransferFlow
  private let source: LoadSource
  private var receiver: (any LoadReceiver<Output>)?
  private var fetch: Fetch?

  /// `receiver` belongs to the load from now on.
  init(
    _ engine: Engine, _ source: LoadSource, priority: RequestPriority, interrupter: Interrupter,
    receiver: sending any LoadReceiver<Output>
  ) {
    self.engine = engine
    self.source = source
    self.interrupter = interrupter
    self.receiver = receiver
    inbox = SerialInbox(threads: engine.threads, priority: priority)
    flow = TransferFlow(highMark: engine.settings.maximumWaitingByteCount)
  }

  /// Loads, and suspends until there is an answer. Cancelling the task cancels the load.
  func run() async throws(ImageError) -> Output {
    try engine.threads.start()
    await withTaskCancellationHandler {
      await completion.wait { post(.start) }
    } onCancel: {
      cancel()
    }
    return try answer()
  }

  @inline(never)
  private func answer() throws(ImageError) -> Output {
    switch completion.takeAnswer() {
    case .success(let output): return output
    case .failure(let error): throw source.naming(error)
    }
  }

  /// Ends it, from any thread: the caller is told at once, the transport and the decoder hear of it
  /// without waiting for each other.
  func cancel() {
    guard completion.finish(.failure(.cancelledLoad)) else { return }
    interrupter.interrupt()
    flow.cancel()
    post(.cancel)
  }

  private func post(_ event: LoadEvent) {
    inbox.post(event) { self.handle($0) }
  }
}

/// On a decode thread.
extension Load {
  /// How long a load keeps a thread while others wait.
  private static var turn: Duration { .milliseconds(8) }

  private func handle(_ events: [LoadEvent]) -> Bool {
    guard receiver != nil else { return false }
    do throws(ImageError) {
      for event in events where !completion.isFinished { try handle(event) }
      return try work()
    } catch {
      end(.failure(error))
      return false
    }
  }

  private func handle(_ event: LoadEvent) throws(ImageError) {
    switch event {
    case .start: try start()
    case .fetch(let event): handle(event)
    case .cancel: break
    }
  }

  private func start() throws(ImageError) {
    switch source {
    case .bytes(let chunk):
      receiver?.receive(chunk)
      receiver?.end(nil)
    case .url(let request):
      fetch = Fetch(request, engine, flow) { self.post(.fetch($0)) }
      try perform(fetch?.start() ?? [])
    }
  }

  /// What went wrong on the way is the receiver's to judge: what came before may be worth something.
  private func handle(_ event: FetchMachine.Event) {
    do throws(ImageError) {
      try perform(fetch?.handle(event) ?? [])
    } catch {
      fetch = nil
      flow.cancel()
      receiver?.end(error)
    }
  }

  private func perform(_ actions: [FetchMachine.Action]) throws(ImageError) {
    for action in actions {
      switch action {
      case .respond(let response): receiver?.receive(response)
      case .deliver(let chunk): receiver?.receive(chunk)
      case .finish: receiver?.end(nil)
      case .open, .leave: try fetch?.perform(action)
      }
    }
  }

  /// Steps until there is nothing to do or the turn is over; true when there is more to do.
  private func work() throws(ImageError) -> Bool {
    let start = engine.now()
    while let receiver, !completion.isFinished {
      let progress = try receiver.advance()
      flow.taken(receiver.takenWeight)
      switch progress {
      case .starved: return false
      case .finished(let output):
        end(.success(output))
        return false
      case .working: if engine.now() - start > Self.turn { return true }
      }
    }
    end(.failure(.cancelledLoad))
    return false
  }

  /// Gives the answer, and lets go of everything.
  private func end(_ answer: Result<Output, ImageError>) {
    switch answer {
    case .success: flow.finish()
    case .failure(let error):
      flow.cancel()
      engine.log?.write(error.logLevel, plugin: error.plugin, error.description)
    }
    receiver = nil
    fetch = nil
    completion.finish(answer)
  }
}

/// Where the bytes of a load come from.
enum LoadSource: Sendable {
  case url(FetchRequest)
  case bytes(ByteChunk)

  /// The same error, naming the URL that was asked for, which plugins do not know: in the message too.
  fileprivate func naming(_ error: ImageError) -> ImageError {
    guard case .url(let request) = self else { return error }
    var error = error
    error.url = request.url.redacted
    let shown = request.url.shown
    if !error.message.contains(shown) { error.message = "\(shown): \(error.message)" }
    return error
  }
}

/// What comes into a load's inbox.
enum LoadEvent: Sendable {
  case start
  case fetch(FetchMachine.Event)
  case cancel
}

/// What becomes of a body. Used by one thread at a time.
protocol LoadReceiver<Output>: AnyObject {
  associatedtype Output: Sendable
  /// The head; before the bytes, unless they were at hand.
  func receive(_ response: ResponseInformation)
  func receive(_ chunk: ByteChunk)
  /// Nothing comes any more, for an error if there is one.
  func end(_ error: ImageError?)
  /// Goes on by some milliseconds at the most.
  func advance() throws(ImageError) -> LoadProgress<Output>
  /// What the chunks weigh which do not wait any more, of all received; see `ByteChunk.weight`.
  var takenWeight: Int { get }
}

/// How far a receiver has come.
enum LoadProgress<Output: Sendable> {
  case working
  case starved
  case finished(Output)
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
