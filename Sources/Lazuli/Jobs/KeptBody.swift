import LazuliCore

/// What came of a body so far, for who comes late, as long as there is little of it.
struct KeptBody {
  private let maximumWeight: Int
  /// `nil` when it was too much.
  private(set) var events: [BodyEvent]? = []
  private(set) var byteCount = 0
  private(set) var expectedByteCount: Int?
  private var weight = 0

  init(maximumWeight: Int = 0) {
    self.maximumWeight = maximumWeight
  }

  mutating func append(_ event: BodyEvent) {
    switch event {
    case .response(let response):
      expectedByteCount = response.head.expectedByteCount
      events?.append(event)
    case .chunk(let chunk):
      byteCount += chunk.count
      weight += chunk.weight
      // What will not fit is not kept to be thrown away later.
      if weight > maximumWeight || expectedByteCount ?? 0 > maximumWeight { events = nil }
      events?.append(event)
    case .begin, .end, .whole: events?.append(event)
    }
  }
}
