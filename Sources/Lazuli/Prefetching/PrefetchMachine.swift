import LazuliCore

/// Which images are loaded ahead, and when: pure. Few at a time, first come first; what is too much to wait drops out
/// from the front, for it was asked for longest ago.
struct PrefetchMachine {
  enum Action {
    case load(ImageRequest, generation: Int)
    case cancel(generation: Int)
  }

  /// What makes two requests the same to who asks ahead.
  private struct Key: Hashable {
    var url: ResourceURL
    var fields: [HeaderField]
    var size: SizeFitting?
    var processors: [String]

    init(_ request: ImageRequest) {
      url = request.url
      fields = request.fields
      size = request.options.targetSize
      processors = request.options.processors.map(\.identity)
    }
  }

  let priority: RequestPriority
  let maximumConcurrentCount: Int
  let maximumWaitingCount: Int
  private(set) var isPaused = false
  private var waiting: [(key: Key, request: ImageRequest)] = []
  private var underWay: [Key: Int] = [:]
  private var generation = 0

  init(priority: RequestPriority, maximumConcurrentCount: Int, maximumWaitingCount: Int) {
    self.priority = priority
    self.maximumConcurrentCount = max(1, maximumConcurrentCount)
    self.maximumWaitingCount = max(0, maximumWaitingCount)
  }

  var waitingCount: Int { waiting.count }

  mutating func add(_ requests: [ImageRequest]) -> [Action] {
    var known = Set(waiting.map(\.key)).union(underWay.keys)
    for request in requests where known.insert(Key(request)).inserted { waiting.append((Key(request), request)) }
    let started = startNext()
    if waiting.count > maximumWaitingCount { waiting.removeFirst(waiting.count - maximumWaitingCount) }
    return started
  }

  mutating func remove(_ requests: [ImageRequest]) -> [Action] {
    let keys = Set(requests.map(Key.init))
    waiting.removeAll { keys.contains($0.key) }
    let cancelled = keys.compactMap { underWay.removeValue(forKey: $0) }.sorted()
    return cancelled.map { .cancel(generation: $0) } + startNext()
  }

  mutating func removeAll() -> [Action] {
    waiting = []
    defer { underWay = [:] }
    return underWay.values.sorted().map { .cancel(generation: $0) }
  }

  /// What is under way goes on.
  mutating func setPaused(_ isPaused: Bool) -> [Action] {
    self.isPaused = isPaused
    return startNext()
  }

  mutating func end(generation: Int) -> [Action] {
    guard let key = underWay.first(where: { $0.value == generation })?.key else { return [] }
    underWay[key] = nil
    return startNext()
  }

  func isUnderWay(generation: Int) -> Bool { underWay.values.contains(generation) }

  private mutating func startNext() -> [Action] {
    guard !isPaused else { return [] }
    let count = min(waiting.count, max(0, maximumConcurrentCount - underWay.count))
    defer { waiting.removeFirst(count) }
    return waiting.prefix(count).map { key, request in
      generation += 1
      underWay[key] = generation
      var request = request
      request.priority = priority
      return .load(request, generation: generation)
    }
  }
}
