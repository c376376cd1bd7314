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
    /// Decoded, and changed by so many of the processors.
    case image(processorCount: Int32)
  }

  let request: SharedRequest
  let part: Part

  init(_ request: SharedRequest, _ part: Part) {
    self.request = request
    self.part = part
  }

  /// The job for what a request asks for in the end.
  static func image(_ request: SharedRequest) -> JobKey {
    JobKey(request, .image(processorCount: Int32(request.value.options.processors.count)))
  }

  /// The job whose result this one takes; `nil` for a fetch.
  var input: JobKey? {
    switch part {
    case .fetch: nil
    case .data: JobKey(request, .fetch(acceptsAnyStatus: true))
    case .header, .image(processorCount: 0): JobKey(request, .fetch(acceptsAnyStatus: false))
    case .image(let count): JobKey(request, .image(processorCount: count - 1))
    }
  }

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
    case .image(let count):
      return left.request.decodesAlike(right.request) && left.request.processesAlike(right.request, count: Int(count))
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(part)
    hasher.combine(request.fetchHash)
    if case .image = part { hasher.combine(request.decodeHash) }
  }
}
