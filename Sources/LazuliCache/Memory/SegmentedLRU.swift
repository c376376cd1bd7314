/// Elements with their weights in the order in which they are to go: least recently used, in two segments.
///
/// What is new is on probation; what is used again later is protected, and those on probation go first. So a
/// scan of a thousand elements that nobody uses twice passes through and drives out none that are used again
/// and again. How much may be protected is learnt from what plain LRU would have done: less whenever
/// something is missed that it would still have, more whenever something is there that it would have lost.
/// With nothing protected this is plain LRU.
struct SegmentedLRU<Element> {
  /// Uses of anything, as many as a screen full of pictures makes, before another use counts as a second one:
  /// views ask more than once for what they show.
  static var usesUntilAgain: Int { 64 }

  private struct Item {
    var element: Element
    /// Names it beyond its time here.
    var id: Int
    var weight: Int
    /// Uses of anything before it came.
    var birth: Int
    /// What had come in all when it was used last.
    var lastUse: Int
    var isProtected = false
  }

  let maximumWeight: Int
  let maximumCount: Int
  private(set) var weight = 0
  private(set) var count = 0
  /// What may be protected of `maximumWeight`.
  private(set) var protectedShare: Int
  private var slots = LinkedSlots<Item>()
  private var probation = LinkedSlots<Item>.Chain()
  private var protected = LinkedSlots<Item>.Chain()
  private var protectedWeight = 0
  private var useCount = 0
  private var totalWeight = 0
  private var departed: DepartedElements

  init(maximumWeight: Int, maximumCount: Int) {
    self.maximumWeight = maximumWeight
    self.maximumCount = maximumCount
    protectedShare = maximumWeight / 2
    departed = DepartedElements(maximumWeight: maximumWeight, maximumCount: maximumCount)
  }

  subscript(index: Int) -> Element { slots[index].element }

  /// Whether there is more than the bounds allow: then `removeOldest` is to be called.
  var isOverfull: Bool { weight > maximumWeight || count > maximumCount }

  /// `id` names the element when it comes again.
  mutating func insert(_ element: Element, id: Int, weight: Int) -> Int {
    useCount += 1
    totalWeight += weight
    count += 1
    self.weight += weight
    let item = Item(element: element, id: id, weight: weight, birth: useCount, lastUse: totalWeight)
    let index = slots.insert(item, atFrontOf: &probation)
    if let before = departed.remove(id) {
      learn(weight, protectionHelps: totalWeight - before.lastUse > maximumWeight)
      protect(index)
    }
    return index
  }

  mutating func use(_ index: Int) {
    useCount += 1
    if slots[index].isProtected {
      if totalWeight - slots[index].lastUse > maximumWeight { learn(slots[index].weight, protectionHelps: true) }
      slots.moveToFront(index, of: &protected)
    } else if useCount - slots[index].birth > Self.usesUntilAgain {
      protect(index)
    } else {
      slots.moveToFront(index, of: &probation)
    }
    slots[index].lastUse = totalWeight
  }

  mutating func remove(_ index: Int) -> Element {
    let item = slots[index].isProtected ? slots.remove(index, from: &protected) : slots.remove(index, from: &probation)
    if item.isProtected { protectedWeight -= item.weight }
    weight -= item.weight
    count -= 1
    return item.element
  }

  /// Removes the element to go next for want of room; `nil` when there is none.
  mutating func removeOldest() -> Element? {
    let index = probation.last >= 0 ? probation.last : protected.last
    guard index >= 0 else { return nil }
    departed.insert(slots[index].id, lastUse: slots[index].lastUse, weight: slots[index].weight)
    return remove(index)
  }

  private mutating func learn(_ weight: Int, protectionHelps: Bool) {
    protectedShare =
      protectionHelps ? min(maximumWeight / 8 * 7, protectedShare + weight) : max(0, protectedShare - weight)
  }

  private mutating func protect(_ index: Int) {
    slots.move(index, from: &probation, toFrontOf: &protected)
    slots[index].isProtected = true
    protectedWeight += slots[index].weight
    while protectedWeight > protectedShare, protected.last >= 0 { unprotect(protected.last) }
  }

  private mutating func unprotect(_ index: Int) {
    slots.move(index, from: &protected, toFrontOf: &probation)
    slots[index].isProtected = false
    protectedWeight -= slots[index].weight
  }
}
