import LazuliCore

/// Drives a `FetchMachine`: finds transports, opens transfers, hands their events in. Used by one
/// decode thread at a time.
struct Fetch {
  private var machine: FetchMachine
  private let request: FetchRequest
  private let rules: FetchRules
  private let engine: Engine
  private let flow: TransferFlow
  private let post: @Sendable (FetchMachine.Event) -> Void
  private let startTime: Duration

  /// `post` brings an event, from any thread, back to `handle`.
  init(
    _ request: FetchRequest, _ engine: Engine, _ flow: TransferFlow,
    post: @escaping @Sendable (FetchMachine.Event) -> Void
  ) {
    rules = FetchRules(engine.settings, readableMediaTypes: (try? engine.routing())?.readableMediaTypes ?? [])
    machine = FetchMachine(request, rules)
    self.request = request
    self.engine = engine
    self.flow = flow
    self.post = post
    startTime = engine.clock.now
  }

  mutating func start() throws(ImageError) -> [FetchMachine.Action] {
    try machine.start()
  }

  mutating func handle(_ event: FetchMachine.Event) throws(ImageError) -> [FetchMachine.Action] {
    try machine.handle(event, at: engine.clock.now - startTime)
  }

  /// Does what concerns the transport.
  func perform(_ action: FetchMachine.Action) throws(ImageError) {
    switch action {
    case .open(let request, let hop): try open(request, hop)
    case .leave: flow.leave()
    case .respond, .deliver, .finish: break
    }
  }

  private func open(_ request: TransportRequest, _ hop: Int) throws(ImageError) {
    let transport = try engine.routing().transport(for: request.url.scheme)
    engine.log?.write(.debug, plugin: transport.plugin, "Asking for \(request.url.shown)")
    flow.begin()
    var request = request
    request.priority = flow.priority
    let sink = FetchSink(
      hop: hop, plugin: transport.plugin, url: request.url, rules: rules, flow: flow, post: post)
    flow.attach(try transport.open(request, sink: sink), openedWith: request.priority)
  }
}
