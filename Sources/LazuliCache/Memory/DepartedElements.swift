/// What went lately for want of room, by name only, as much as there was room for.
struct DepartedElements {
  struct Element {
    var lastUse: Int
    var weight: Int
    fileprivate var number: Int
  }

  private let maximumWeight: Int
  private let maximumCount: Int
  private var elements: [Int: Element] = [:]
  /// In the order of their going; some have come again since.
  private var order: [(id: Int, number: Int)] = []
  private var first = 0
  private var weight = 0
  private var number = 0

  init(maximumWeight: Int, maximumCount: Int) {
    self.maximumWeight = maximumWeight
    self.maximumCount = maximumCount
  }

  mutating func insert(_ id: Int, lastUse: Int, weight: Int) {
    _ = remove(id)
    number += 1
    elements[id] = Element(lastUse: lastUse, weight: weight, number: number)
    order.append((id, number))
    self.weight += weight
    while self.weight > maximumWeight || elements.count > maximumCount { removeFirst() }
    if first > order.count / 2 {
      order.removeFirst(first)
      first = 0
    }
  }

  mutating func remove(_ id: Int) -> Element? {
    guard let element = elements.removeValue(forKey: id) else { return nil }
    weight -= element.weight
    return element
  }

  private mutating func removeFirst() {
    let (id, number) = order[first]
    first += 1
    if elements[id]?.number == number { _ = remove(id) }
  }
}
