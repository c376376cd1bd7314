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
    /// Made with the first news: a task which waits is small.
    var content: Content?
    var ending: Ending?
    var observers: [TaskObserver] = []
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastWaiter = 0
  }

  fileprivate final class Content {
    var information: ImageInformation?
    var progress: ByteProgress?
    var preview: DecodedImage?
  }

  private let state = Mutex(State())

  init() {}

  var isEnded: Bool { state.withLock { $0.ending != nil } }
  var ending: Ending? { state.withLock { $0.ending } }

  func start() { note(.started) { _ in } }
  func learn(_ information: ImageInformation) { note([.started, .size]) { $0.information = information } }

  func progress(_ progress: ByteProgress) {
    note([.started, .progress]) { content in
      guard progress.receivedByteCount > content.progress?.receivedByteCount ?? -1 else { return }
      content.progress = progress
    }
  }

  func preview(_ image: DecodedImage) { note([.started, .preview]) { $0.preview = image } }

  /// False when it has ended before.
  @discardableResult
  func end(_ ending: Ending) -> Bool {
    let woken: (observers: [TaskObserver], waiters: [CheckedContinuation<Void, Never>])? = state.withLock { state in
      guard state.ending == nil else { return nil }
      state.ending = ending
      state.content?.preview = nil
      let observers = state.observers
      // What was not told yet is of no interest but for the end; a cancelled task hears of nothing else.
      for observer in observers { observer.pending = observer.pending.ending(ending) }
      defer { state.waiters = [:] }
      return (observers, Array(state.waiters.values))
    }
    guard let woken else { return false }
    for waiter in woken.waiters { waiter.resume() }
    for observer in woken.observers { observer.wake() }
    return true
  }

  private func note(_ news: News, _ change: (Content) -> Void) {
    let observers: [TaskObserver] = state.withLock { state in
      guard state.ending == nil else { return [] }
      let content = state.content ?? Content()
      state.content = content
      change(content)
      let first = news.subtracting(.started).union(state.known.contains(.started) ? [] : .started)
      state.known.formUnion(news)
      for observer in state.observers { observer.pending.formUnion(first) }
      return state.observers
    }
    for observer in observers { observer.wake() }
  }

  // MARK: Observers

  /// From now on the observer hears of everything, what is known already first.
  func add(_ observer: TaskObserver) {
    state.withLock { state in
      observer.pending = state.ending == nil ? state.known : state.known.subtracting(.preview).union(.end)
      if case .failure(let error)? = state.ending, error.code == .cancelled { observer.pending = .end }
      if state.ending == nil || !observer.pending.isEmpty { state.observers.append(observer) }
    }
    observer.wake()
  }

  func remove(_ observer: TaskObserver) {
    state.withLock { state in state.observers.removeAll { $0 === observer } }
  }

  /// The next event for an observer; `nil` when there is none now.
  func next(for observer: TaskObserver) -> ImageTaskEvent? {
    state.withLock { state in
      guard let news = observer.pending.first else { return nil }
      observer.pending.remove(news)
      if news == .end { state.observers.removeAll { $0 === observer } }
      return state.event(news)
    }
  }

  /// Waits for the end, or for the end of the waiting Swift task.
  func waitForEnd() async {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isOver = state.withLock { state in
          guard state.ending == nil, !Task.isCancelled else { return true }
          state.waiters[number] = waiter
          return false
        }
        if isOver { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}

extension TaskBoard.State {
  fileprivate func event(_ news: TaskBoard.News) -> ImageTaskEvent? {
    switch news {
    case .started: .started
    case .size: content?.information.map(ImageTaskEvent.sizeKnown)
    case .progress: content?.progress.map(ImageTaskEvent.progress)
    case .preview: content?.preview.map(ImageTaskEvent.preview)
    default: ending.map(ImageTaskEvent.init)
    }
  }
}

extension TaskBoard.News {
  /// The earliest kind.
  fileprivate var first: TaskBoard.News? {
    isEmpty ? nil : TaskBoard.News(rawValue: rawValue & ~(rawValue - 1))
  }

  /// What is left to tell when a task has ended.
  fileprivate func ending(_ ending: TaskBoard.Ending) -> TaskBoard.News {
    if case .failure(let error) = ending, error.code == .cancelled { return .end }
    return subtracting(.preview).union(.end)
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
final class TaskObserver: @unchecked Sendable {
  // Unchecked: `pending` is touched under the board's lock.
  fileprivate(set) var pending: TaskBoard.News = []
  /// Called outside of locks when there may be something.
  let wake: @Sendable () -> Void

  init(_ wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }
}
