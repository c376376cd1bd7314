import LazuliCore

/// Who wants a job's result, and how much. One subscriber, the usual number, takes no memory of its own.
struct SubscriberSet {
  enum Subscriber: Hashable, Sendable {
    case task(TaskID)
    case job(JobID)
  }

  private var only: (subscriber: Subscriber, priority: RequestPriority)?
  /// All of them, where there are several.
  private var several: [Subscriber: RequestPriority] = [:]
  /// How many of `several` have each priority.
  private var counts: [Int] = []

  var isEmpty: Bool { only == nil && several.isEmpty }
  var count: Int { only == nil ? several.count : 1 }

  /// The highest; `nil` without a subscriber.
  var priority: RequestPriority? {
    if let only { return only.priority }
    return counts.lastIndex { $0 > 0 }.flatMap(RequestPriority.init)
  }

  func contains(_ subscriber: Subscriber) -> Bool {
    only?.subscriber == subscriber || several[subscriber] != nil
  }

  /// Adds one, or changes its priority.
  mutating func set(_ subscriber: Subscriber, _ priority: RequestPriority) {
    if isEmpty || only?.subscriber == subscriber {
      only = (subscriber, priority)
      return
    }
    spread()
    if let old = several.updateValue(priority, forKey: subscriber) { counts[old.rawValue] -= 1 }
    counts[priority.rawValue] += 1
  }

  /// Answers the priority that it had.
  @discardableResult
  mutating func remove(_ subscriber: Subscriber) -> RequestPriority? {
    if let only, only.subscriber == subscriber {
      self.only = nil
      return only.priority
    }
    guard let old = several.removeValue(forKey: subscriber) else { return nil }
    counts[old.rawValue] -= 1
    return old
  }

  /// The tasks, in the order of their coming.
  var tasks: [TaskID] {
    all.compactMap { if case .task(let id) = $0 { id } else { nil } }.sorted()
  }

  /// The jobs, in the order of their coming.
  var jobs: [JobID] {
    all.compactMap { if case .job(let id) = $0 { id } else { nil } }.sorted()
  }

  private var all: [Subscriber] {
    if let only { return [only.subscriber] }
    return Array(several.keys)
  }

  private mutating func spread() {
    if counts.isEmpty { counts = [Int](repeating: 0, count: RequestPriority.allCases.count) }
    guard let only else { return }
    several[only.subscriber] = only.priority
    counts[only.priority.rawValue] += 1
    self.only = nil
  }
}

/// Counts the tasks of a pipeline in the order of their coming.
typealias TaskID = Int

/// Of a job of a pipeline: later ones are greater. See `JobSlots`.
typealias JobID = Int

extension JobID {
  /// Counts the jobs in the order of their coming: what observers are told.
  var jobNumber: Int { self >> 32 }
}
