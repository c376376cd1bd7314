import LazuliCore

/// Names a job by all that changes its result: jobs with equal keys are one job.
///
/// It is a view of the request that it was made for, of which only some members count for each part.
struct JobKey: Hashable, Sendable {
  /// What of a request's work it is.
  enum Part: Hashable, Sendable {
    case fetch(acceptsAnyStatus: Bool)
    case data
    case header
    /// Made of the source, and changed by so many of the processors.
    case image(processorCount: Int32, of: Source)
  }

  /// What an image is made of.
  enum Source: Hashable, Sendable {
    case body
    /// A larger image in memory, which whoever begins the job hands in.
    case largerImage
  }

  let request: SharedRequest
  let part: Part

  init(_ request: SharedRequest, _ part: Part) {
    self.request = request
    self.part = part
  }

  /// The job for what a request asks for in the end.
  static func image(_ request: SharedRequest, of source: Source = .body) -> JobKey {
    JobKey(request, .image(processorCount: Int32(request.value.options.processors.count), of: source))
  }

  /// The job whose result this one takes; `nil` for a fetch, and for what is made of an image in memory.
  var input: JobKey? {
    switch part {
    case .fetch, .image(processorCount: 0, of: .largerImage): nil
    case .data: JobKey(request, .fetch(acceptsAnyStatus: true))
    case .header, .image(processorCount: 0, of: .body): JobKey(request, .fetch(acceptsAnyStatus: false))
    case .image(let count, let source): JobKey(request, .image(processorCount: count - 1, of: source))
    }
  }

  /// How many of the request's processors it has applied in the end.
  var processorCount: Int { if case .image(let count, _) = part { Int(count) } else { 0 } }

  var isFetch: Bool { if case .fetch = part { true } else { false } }

  static func == (left: Self, right: Self) -> Bool {
    guard left.part == right.part else { return false }
    if left.request === right.request { return true }
    guard left.request.fetchHash == right.request.fetchHash, left.request.fetchesAlike(right.request) else {
      return false
    }
    switch left.part {
    case .fetch, .data: return true
    case .header: return left.request.decodesAlike(right.request)
    case .image(let count, _):
      return left.request.decodesAlike(right.request) && left.request.processesAlike(right.request, count: Int(count))
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(request.fetchHash)
    if case .image = part { hasher.combine(request.decodeHash) }
  }
}
