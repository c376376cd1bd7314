/// A binary heap whose elements can be found again: adding, removing and moving one takes O(log n).
///
/// The element of the least rank is first.
struct PriorityQueue<Element: Hashable, Rank: Comparable> {
  private struct Entry {
    let element: Element
    var rank: Rank
  }

  private var heap: [Entry] = []
  private var places: [Element: Int] = [:]

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }
  var first: Element? { heap.first?.element }
  var firstRank: Rank? { heap.first?.rank }

  func rank(of element: Element) -> Rank? {
    places[element].map { heap[$0].rank }
  }

  /// Adds an element, or moves the one that is there.
  mutating func set(_ element: Element, _ rank: Rank) {
    guard let place = places[element] else {
      heap.append(Entry(element: element, rank: rank))
      places[element] = heap.count - 1
      return rise(from: heap.count - 1)
    }
    heap[place].rank = rank
    settle(at: place)
  }

  /// Answers the rank that it had.
  @discardableResult
  mutating func remove(_ element: Element) -> Rank? {
    guard let place = places.removeValue(forKey: element) else { return nil }
    let rank = heap[place].rank
    let last = heap.removeLast()
    guard place < heap.count else { return rank }
    heap[place] = last
    places[last.element] = place
    settle(at: place)
    return rank
  }

  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    remove(element)
    return element
  }

  private mutating func settle(at place: Int) {
    sink(from: place)
    rise(from: place)
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, heap[place].rank < heap[(place - 1) / 2].rank {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      let children = (2 * place + 1..<2 * place + 3).clamped(to: 0..<heap.count)
      guard let least = children.min(by: { heap[$0].rank < heap[$1].rank }), heap[least].rank < heap[place].rank
      else { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    heap.swapAt(one, other)
    places[heap[one].element] = one
    places[heap[other].element] = other
  }
}
