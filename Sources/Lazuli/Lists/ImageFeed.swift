import LazuliCore
import Synchronization

/// Loads ahead of one loop that takes the images.
final class ImageFeed: Sendable {
  typealias Element = ImageSequence.Element

  private struct State {
    var startedCount = 0
    var takenCount = 0
    var loads: [Int: any ImageLoadControl] = [:]
    var arrived: [Element] = []
    var waiter: CheckedContinuation<Void, Never>?
    var isEnded = false
  }

  private let loader: any ImageLoading
  private let requests: [ImageRequest]
  private let order: ImageSequence.Order
  private let lookAhead: Int
  private let state = Mutex(State())

  init(_ loader: any ImageLoading, _ requests: [ImageRequest], _ order: ImageSequence.Order, lookAhead: Int) {
    self.loader = loader
    self.requests = requests
    self.order = order
    self.lookAhead = max(1, lookAhead)
  }

  deinit {
    end()
  }

  /// `nil` behind the last one, and when the task was cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      while true {
        startAhead()
        if let element = take() { return element }
        if isAtEnd { return nil }
        await arrival()
      }
    } onCancel: {
      end()
    }
  }

  /// Ends all loads, and the loop.
  private func end() {
    let (loads, waiter) = state.withLock { state in
      state.isEnded = true
      defer { (state.loads, state.arrived, state.waiter) = ([:], [], nil) }
      return (Array(state.loads.values), state.waiter)
    }
    waiter?.resume()
    for load in loads { load.cancel() }
  }

  private var isAtEnd: Bool {
    state.withLock { $0.isEnded || $0.takenCount == requests.count }
  }

  private func startAhead() {
    while let index = state.withLock({ nextToStart(&$0) }) { start(index) }
  }

  private func nextToStart(_ state: inout State) -> Int? {
    guard !state.isEnded, state.startedCount < requests.count, state.startedCount - state.takenCount < lookAhead
    else { return nil }
    defer { state.startedCount += 1 }
    return state.startedCount
  }

  private func start(_ index: Int) {
    if let response = loader.imageInMemory(for: requests[index]) {
      return receive(Element(index: index, result: .success(response)))
    }
    let load = loader.load(requests[index]) { [weak self] event in
      switch event {
      case .finished(let response): self?.receive(Element(index: index, result: .success(response)))
      case .failed(let error): self?.receive(Element(index: index, result: .failure(error)))
      default: break
      }
    }
    let isWanted = state.withLock { state in
      if state.isEnded { return false }
      if !state.arrived.contains(where: { $0.index == index }) { state.loads[index] = load }
      return true
    }
    if !isWanted { load.cancel() }
  }

  private func receive(_ element: Element) {
    let waiter = state.withLock { state in
      guard !state.isEnded else { return nil as CheckedContinuation<Void, Never>? }
      state.loads[element.index] = nil
      state.arrived.append(element)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  private func take() -> Element? {
    state.withLock { state in
      guard let place = place(in: state) else { return nil }
      state.takenCount += 1
      return state.arrived.remove(at: place)
    }
  }

  private func place(in state: State) -> Int? {
    switch order {
    case .arrival: state.arrived.indices.first
    case .given: state.arrived.firstIndex { $0.index == state.takenCount }
    }
  }

  /// Waits for one that can be taken to have come, or for the end.
  private func arrival() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.isEnded || place(in: state) != nil { return true }
        state.waiter = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
