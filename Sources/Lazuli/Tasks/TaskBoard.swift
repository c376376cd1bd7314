import LazuliCore
import Synchronization

/// What is known of a task, and who watches it. Each observer gets each kind of news in its newest state: however
/// slow one is, nothing piles up.
final class TaskBoard: Sendable {
  typealias Ending = Result<ImageResponse, ImageError>

  /// Kinds of news, in the order in which an observer gets them.
  struct News: OptionSet {
    let rawValue: UInt8
    static let started = News(rawValue: 1)
    static let size = News(rawValue: 2)
    static let progress = News(rawValue: 4)
    static let preview = News(rawValue: 8)
    static let end = News(rawValue: 16)
  }

  fileprivate struct State {
    var known: News = []
    var isCancelled = false
    // Each is made when there is something to hold: a task which waits is small.
    var content: Content?
    var ending: Box<Ending>?
    var audience: Audience?

    var isEnded: Bool { isCancelled || ending != nil }
  }

  fileprivate final class Content {
    var information: ImageInformation?
    var progress: ByteProgress?
    var preview: DecodedImage?
  }

  fileprivate final class Audience {
    var observers: [TaskObserver] = []
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  let request: SharedRequest
  private let state = Mutex(State())

  init(_ request: SharedRequest) {
    self.request = request
  }

  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// A cancelled task has no text written for nobody: its error is made when somebody asks.
  var ending: Ending? {
    let (isCancelled, ending) = state.withLock { ($0.isCancelled, $0.ending) }
    return isCancelled ? .failure(ImageError.cancelledLoad.naming(request.value.url)) : ending?.value
  }

  func start() { note(.started) { _ in } }
  func learn(_ information: ImageInformation) { note([.started, .size]) { $0.information = information } }

  func progress(_ progress: ByteProgress) {
    note([.started, .progress]) { content in
      guard progress.receivedByteCount > content.progress?.receivedByteCount ?? -1 else { return }
      content.progress = progress
    }
  }

  func preview(_ image: DecodedImage) { note([.started, .preview]) { $0.preview = image } }

  /// `nil`: cancelled. False when it has ended before.
  @discardableResult
  func end(_ ending: Ending?) -> Bool {
    let woken: (observers: [TaskObserver], waiters: [CheckedContinuation<Void, Never>])? = state.withLock { state in
      guard !state.isEnded else { return nil }
      state.isCancelled = ending == nil
      state.ending = ending.map(Box.init)
      state.content?.preview = nil
      guard let audience = state.audience else { return ([], []) }
      // What was not told yet is of no interest but for the end; a cancelled task hears of nothing else.
      for observer in audience.observers { observer.pending = state.pendingAtEnd(observer.pending) }
      defer { audience.waiters = [:] }
      return (audience.observers, Array(audience.waiters.values))
    }
    guard let woken else { return false }
    for waiter in woken.waiters { waiter.resume() }
    for observer in woken.observers { observer.wake() }
    return true
  }

  private func note(_ news: News, _ change: (Content) -> Void) {
    let observers: [TaskObserver] = state.withLock { state in
      guard !state.isEnded else { return [] }
      let content = state.content ?? Content()
      state.content = content
      change(content)
      let first = news.subtracting(.started).union(state.known.contains(.started) ? [] : .started)
      state.known.formUnion(news)
      guard let observers = state.audience?.observers else { return [] }
      for observer in observers { observer.pending.formUnion(first) }
      return observers
    }
    for observer in observers { observer.wake() }
  }

  // MARK: Observers

  /// From now on the observer hears of everything, what is known already first.
  func add(_ observer: TaskObserver) {
    state.withLock { state in
      observer.pending = state.isEnded ? state.pendingAtEnd(state.known) : state.known
      state.makeAudience().observers.append(observer)
    }
    observer.wake()
  }

  func remove(_ observer: TaskObserver) {
    state.withLock { state in state.audience?.observers.removeAll { $0 === observer } }
  }

  /// The next event for an observer; `nil` when there is none now.
  func next(for observer: TaskObserver) -> ImageTaskEvent? {
    let (news, event): (News?, ImageTaskEvent?) = state.withLock { state in
      guard let news = observer.pending.first else { return (nil, nil) }
      observer.pending.remove(news)
      if news == .end { state.audience?.observers.removeAll { $0 === observer } }
      return (news, state.event(news))
    }
    return event ?? (news == .end ? ending.map(ImageTaskEvent.init) : nil)
  }

  /// Waits for the end, or for the end of the waiting Swift task.
  func waitForEnd() async {
    let number = state.withLock { state in
      let audience = state.makeAudience()
      audience.lastWaiter += 1
      return audience.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          guard !state.isEnded, !Task.isCancelled else { return true }
          state.makeAudience().waiters[number] = waiter
          return false
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.audience?.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

extension TaskBoard.State {
  fileprivate mutating func makeAudience() -> TaskBoard.Audience {
    let made = audience ?? TaskBoard.Audience()
    audience = made
    return made
  }

  /// What is left to tell when the task has ended.
  fileprivate func pendingAtEnd(_ pending: TaskBoard.News) -> TaskBoard.News {
    if isCancelled { return .end }
    if case .failure(let error)? = ending?.value, error.code == .cancelled { return .end }
    return pending.subtracting(.preview).union(.end)
  }

  /// All but the end.
  fileprivate func event(_ news: TaskBoard.News) -> ImageTaskEvent? {
    switch news {
    case .started: .started
    case .size: content?.information.map(ImageTaskEvent.sizeKnown)
    case .progress: content?.progress.map(ImageTaskEvent.progress)
    case .preview: content?.preview.map(ImageTaskEvent.preview)
    default: nil
    }
  }
}

extension TaskBoard.News {
  /// The earliest kind.
  fileprivate var first: TaskBoard.News? {
    isEmpty ? nil : TaskBoard.News(rawValue: rawValue & ~(rawValue - 1))
  }
}

extension ImageTaskEvent {
  fileprivate init(_ ending: TaskBoard.Ending) {
    switch ending {
    case .success(let response): self = .finished(response)
    case .failure(let error): self = .failed(error)
    }
  }
}

/// Somebody who watches a task.
class TaskObserver: @unchecked Sendable {
  // Unchecked: `pending` is touched under the board's lock.
  fileprivate(set) final var pending: TaskBoard.News = []

  /// There may be something. Called outside of locks.
  func wake() {}
}
