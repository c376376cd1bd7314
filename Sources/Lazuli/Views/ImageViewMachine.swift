public import LazuliCore

/// What an image view does with its loads: pure, events in and actions out.
///
/// Each load has a generation, and only events of the last one count: a result for something that the view
/// does not want any more cannot reach it. Each wish, that is an image asked for, completes once.
public struct ImageViewMachine: Sendable {
  public enum Event: Sendable {
    /// The view is to show this, from when it is attached; `nil`: the URL is absent.
    case assign(ImageRequest?)
    /// The view is to show this, attached or not.
    case start(ImageRequest?)
    case attach
    case detach
    /// Loads what failed or was cancelled.
    case retry
    /// Ends the load; what was wanted stays known.
    case cancel
    /// Makes the view as new.
    case reset
    case load(ImageTaskEvent, generation: Int)
    case indicatorDue(generation: Int)
  }

  public enum Action: Sendable {
    case load(ImageRequest, generation: Int)
    case cancel(generation: Int)
    case setPriority(RequestPriority, generation: Int)
    /// `indicatorDue` is to come after this time.
    case startTimer(Duration, generation: Int)
    /// There is another `state` to be shown.
    case show
    case tellLoaded(ImageResponse)
    case tellFailed(ImageError)
    /// Once for each `assign` and `start`, which count from 1.
    case complete(wish: Int, Bool)
  }

  public let options: ImageViewOptions
  public private(set) var state = ImageViewState.empty
  /// How many wishes there were.
  public private(set) var wishCount = 0
  /// The generation of the load under way; `nil`: there is none.
  public private(set) var loadUnderWay: Int?
  private var generation = 0
  private var request: ImageRequest?
  private var isComplete = true
  private var isAttached = false
  private var isLowered = false

  public init(_ options: ImageViewOptions = .init()) {
    self.options = options
  }

  /// What the view is to show.
  public var picture: ImageViewState.Picture { state.picture(hasFailureImage: options.hasFailureImage) }

  public mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .assign(let request): wish(for: request, loads: isAttached)
    case .start(let request): wish(for: request, loads: true)
    case .attach: attach()
    case .detach: detach()
    case .retry: lacksImage ? begin() : []
    case .cancel: cancel()
    case .reset: reset()
    case .load(let event, let generation): generation == loadUnderWay ? receive(event) : []
    case .indicatorDue(let generation): generation == loadUnderWay ? showIndicator() : []
    }
  }

  /// Something is wanted, is not there and not on its way.
  private var lacksImage: Bool {
    if case .loaded = state { return false }
    return request != nil && loadUnderWay == nil
  }
}

/// What the host does.
extension ImageViewMachine {
  private mutating func wish(for request: ImageRequest?, loads: Bool) -> [Action] {
    // The new load starts before the old one ends: where they share a download, it goes on.
    let before = loadUnderWay.map { Action.cancel(generation: $0) }
    let completion = complete(false)
    self.request = request
    loadUnderWay = nil
    wishCount += 1
    isComplete = false
    state = .placeholder
    let start = request == nil ? [.show] + complete(false) : loads ? begin() : [.show]
    return completion + start + [before].compactMap(\.self)
  }

  private mutating func begin() -> [Action] {
    guard let request else { return [] }
    generation += 1
    loadUnderWay = generation
    isLowered = false
    var loading = ImageViewState.Loading()
    loading.isIndicatorVisible = options.indicatorDelay == .zero
    state = .loading(loading)
    let load = [Action.load(request, generation: generation), .show]
    guard let delay = options.indicatorDelay, delay > .zero else { return load }
    return load + [.startTimer(delay, generation: generation)]
  }

  private mutating func attach() -> [Action] {
    isAttached = true
    if lacksImage { return begin() }
    guard let loadUnderWay, isLowered, let request else { return [] }
    isLowered = false
    return [.setPriority(request.priority, generation: loadUnderWay)]
  }

  private mutating func detach() -> [Action] {
    isAttached = false
    guard let loadUnderWay else { return [] }
    switch options.detachment {
    case .goOn: return []
    case .cancel: return cancel()
    case .lowerPriority(let priority):
      isLowered = true
      return [.setPriority(priority, generation: loadUnderWay)]
    }
  }

  private mutating func cancel() -> [Action] {
    guard let generation = loadUnderWay else { return complete(false) }
    loadUnderWay = nil
    state = .placeholder
    return [.cancel(generation: generation), .show] + complete(false)
  }

  private mutating func reset() -> [Action] {
    let actions = cancel()
    request = nil
    state = .empty
    return actions + [.show]
  }

  private mutating func complete(_ isLoaded: Bool) -> [Action] {
    guard !isComplete else { return [] }
    isComplete = true
    return [.complete(wish: wishCount, isLoaded)]
  }
}

/// What comes of the load under way.
extension ImageViewMachine {
  private mutating func receive(_ event: ImageTaskEvent) -> [Action] {
    switch event {
    case .started: return []
    case .sizeKnown(let information): return show { $0.information = information }
    case .progress(let progress): return show { $0.progress = progress }
    case .preview(let preview): return show { $0.preview = preview }
    case .finished(let response):
      loadUnderWay = nil
      state = .loaded(response)
      return [.show, .tellLoaded(response)] + complete(true)
    case .failed(let error):
      loadUnderWay = nil
      state = .failed(error)
      return [.show, .tellFailed(error)] + complete(false)
    }
  }

  private mutating func showIndicator() -> [Action] {
    show { $0.isIndicatorVisible = true }
  }

  private mutating func show(_ change: (inout ImageViewState.Loading) -> Void) -> [Action] {
    guard case .loading(var loading) = state else { return [] }
    change(&loading)
    state = .loading(loading)
    return [.show]
  }
}
