import Synchronization

/// An image view without a toolkit: drives an `ImageViewMachine` with loads.
///
/// Its functions are called where the view lives, and there it calls back: with each state to be shown, then with
/// what to tell. An image in memory is shown before the function returns. `Object` is what an image belongs to: a row,
/// a record, `Void`.
public final class ImageViewModel<Object: Sendable>: Sendable {
  public typealias Completion = @Sendable (_ isLoaded: Bool) -> Void

  private struct State {
    var machine: ImageViewMachine
    var object: Object?
    var loads: [Int: any ImageLoadControl] = [:]
    var completions: [Int: Completion] = [:]
    weak var delegate: (any ImageViewDelegate<Object>)?
  }

  private let loader: any ImageLoading
  private let target: CallbackTarget
  private let timer: ImageViewTimer
  private let onChange: @Sendable (ImageViewState) -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - target: Where the view lives.
  ///   - onChange: Called with what the view is to show now.
  public init(
    _ loader: any ImageLoading, _ options: ImageViewOptions = .init(), on target: CallbackTarget = .mainActor,
    timer: ImageViewTimer = .sleeping, onChange: @escaping @Sendable (ImageViewState) -> Void
  ) {
    self.loader = loader
    self.target = target
    self.timer = timer
    self.onChange = onChange
    state = Mutex(State(machine: ImageViewMachine(options)))
  }

  deinit {
    let (loads, completions) = state.withLock { (Array($0.loads.values), Array($0.completions.values)) }
    for load in loads { load.cancel() }
    for complete in completions { complete(false) }
  }

  /// How far the view has come.
  public var current: ImageViewState { state.withLock { $0.machine.state } }

  /// What it is to show.
  public var picture: ImageViewState.Picture { state.withLock { $0.machine.picture } }

  public var delegate: (any ImageViewDelegate<Object>)? {
    get { state.withLock { $0.delegate } }
    set { state.withLock { $0.delegate = newValue } }
  }

  /// Loads at once, and ends the load under way. An absent request shows the placeholder and completes with false.
  /// `completion` is called once.
  public func start(_ request: ImageRequest?, for object: Object, completion: Completion? = nil) {
    wish(.start(request), object, completion)
  }

  /// Loads when the view is attached, or at once where it is.
  public func assign(_ request: ImageRequest?, for object: Object, completion: Completion? = nil) {
    wish(.assign(request), object, completion)
  }

  /// The view is on the screen.
  public func attach() { handle(.attach) }
  /// The view is not on the screen any more.
  public func detach() { handle(.detach) }
  /// Loads again what failed or was cancelled.
  public func retry() { handle(.retry) }
  public func cancel() { handle(.cancel) }
  /// For a view that is to be used again.
  public func reset() { handle(.reset) }

  private func wish(_ event: ImageViewMachine.Event, _ object: Object, _ completion: Completion?) {
    state.withLock { state in
      state.object = object
      state.completions[state.machine.wishCount + 1] = completion
    }
    handle(event)
  }
}

extension ImageViewModel where Object == Void {
  public func start(_ request: ImageRequest?, completion: Completion? = nil) {
    start(request, for: (), completion: completion)
  }

  public func assign(_ request: ImageRequest?, completion: Completion? = nil) {
    assign(request, for: (), completion: completion)
  }
}

extension ImageViewModel {
  /// Where the view lives: acts, then shows, then tells. Who is told may call again.
  private func handle(_ event: ImageViewMachine.Event) {
    var actions = state.withLock { $0.machine.handle(event) }
    var told: [() -> Void] = []
    var isChanged = false
    var next = 0
    while next < actions.count {
      switch actions[next] {
      case .show: isChanged = true
      case .load(let request, let generation): actions += load(request, generation)
      case let action: perform(action).map { told.append($0) }
      }
      next += 1
    }
    if isChanged { onChange(current) }
    for tell in told { tell() }
  }

  /// What an image in memory leads to; else the load comes.
  private func load(_ request: ImageRequest, _ generation: Int) -> [ImageViewMachine.Action] {
    if let response = loader.imageInMemory(for: request) {
      return state.withLock { $0.machine.handle(.load(.finished(response), generation: generation)) }
    }
    let load = loader.load(request) { [weak self, target] event in
      target.run { [weak self] in self?.receive(event, generation) }
    }
    let isWanted = state.withLock { state in
      guard state.machine.loadUnderWay == generation else { return false }
      state.loads[generation] = load
      return true
    }
    if !isWanted { load.cancel() }
    return []
  }

  private func receive(_ event: ImageTaskEvent, _ generation: Int) {
    switch event {
    case .finished, .failed: state.withLock { _ = $0.loads.removeValue(forKey: generation) }
    default: break
    }
    handle(.load(event, generation: generation))
  }

  /// Does it, or answers what is to be told when all is done and shown.
  private func perform(_ action: ImageViewMachine.Action) -> (() -> Void)? {
    switch action {
    case .cancel(let generation): state.withLock { $0.loads.removeValue(forKey: generation) }?.cancel()
    case .setPriority(let priority, let generation): state.withLock { $0.loads[generation] }?.priority = priority
    case .startTimer(let delay, let generation): startTimer(delay, generation)
    case .tellLoaded(let response): return telling { $0.imageLoaded(response, for: $1) }
    case .tellFailed(let error): return telling { $0.imageFailed(error, for: $1) }
    case .complete(let wish, let isLoaded):
      let completion = state.withLock { $0.completions.removeValue(forKey: wish) }
      return completion.map { completion in { completion(isLoaded) } }
    case .show, .load: break
    }
    return nil
  }

  private func startTimer(_ delay: Duration, _ generation: Int) {
    guard state.withLock({ $0.machine.loadUnderWay == generation }) else { return }
    timer.after(delay) { [weak self, target] in
      target.run { [weak self] in self?.handle(.indicatorDue(generation: generation)) }
    }
  }

  private func telling(_ tell: @escaping (any ImageViewDelegate<Object>, Object) -> Void) -> (() -> Void)? {
    let (delegate, object) = state.withLock { ($0.delegate, $0.object) }
    guard let delegate, let object else { return nil }
    return { tell(delegate, object) }
  }
}
