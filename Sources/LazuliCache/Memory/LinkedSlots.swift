/// Elements in numbered places, each in one of two chains: reordering moves no element and allocates nothing.
struct LinkedSlots<Element> {
  /// Both ends of a chain, -1 for none.
  struct Chain {
    fileprivate(set) var first = -1
    fileprivate(set) var last = -1
  }

  private struct Slot {
    var element: Element?
    var previous = -1
    var next = -1
  }

  private var slots: [Slot] = []
  private var free: [Int] = []

  subscript(index: Int) -> Element {
    get {
      guard let element = slots[index].element else { preconditionFailure("nothing is at \(index)") }
      return element
    }
    set { slots[index].element = newValue }
  }

  mutating func insert(_ element: Element, atFrontOf chain: inout Chain) -> Int {
    let index = free.popLast() ?? slots.endIndex
    if index == slots.endIndex { slots.append(Slot()) }
    slots[index].element = element
    link(index, &chain)
    return index
  }

  mutating func remove(_ index: Int, from chain: inout Chain) -> Element {
    let element = self[index]
    unlink(index, &chain)
    slots[index].element = nil
    free.append(index)
    return element
  }

  mutating func move(_ index: Int, from source: inout Chain, toFrontOf target: inout Chain) {
    unlink(index, &source)
    link(index, &target)
  }

  mutating func moveToFront(_ index: Int, of chain: inout Chain) {
    guard chain.first != index else { return }
    unlink(index, &chain)
    link(index, &chain)
  }

  private mutating func link(_ index: Int, _ chain: inout Chain) {
    slots[index].previous = -1
    slots[index].next = chain.first
    if chain.first >= 0 { slots[chain.first].previous = index } else { chain.last = index }
    chain.first = index
  }

  private mutating func unlink(_ index: Int, _ chain: inout Chain) {
    let (previous, next) = (slots[index].previous, slots[index].next)
    if previous >= 0 { slots[previous].next = next } else { chain.first = next }
    if next >= 0 { slots[next].previous = previous } else { chain.last = previous }
  }
}
