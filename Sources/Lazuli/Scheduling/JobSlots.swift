/// Values in numbered places, found by ids which sort by age and never come twice: places are used again, the number
/// above them counts on.
struct JobSlots<Value> {
  private struct Slot {
    var id: JobID
    var value: Value?
  }

  private var slots: [Slot] = []
  private var free: [Int32] = []
  private var lastNumber = 0

  var count: Int { slots.count - free.count }

  /// An id without a value.
  mutating func makeID() -> JobID { nextID(in: JobID(UInt32.max)) }

  mutating func insert(_ value: Value) -> JobID {
    let place = free.popLast().map(Int.init) ?? slots.count
    let id = nextID(in: place)
    if place == slots.count {
      slots.append(Slot(id: id, value: value))
    } else {
      slots[place] = Slot(id: id, value: value)
    }
    return id
  }

  @discardableResult
  mutating func remove(_ id: JobID) -> Value? {
    guard let place = place(of: id), let value = slots[place].value.take() else { return nil }
    slots[place].id = -1
    free.append(Int32(place))
    return value
  }

  /// `nil` for an id whose value is gone. In place: values are not copied to be changed.
  subscript(id: JobID) -> Value? {
    get {
      guard let place = place(of: id) else { return nil }
      return slots[place].value
    }
    _modify {
      guard let place = place(of: id) else {
        var nothing: Value?
        yield &nothing
        return
      }
      yield &slots[place].value
    }
  }

  private func place(of id: JobID) -> Int? {
    let place = id & JobID(UInt32.max)
    return place < slots.count && slots[place].id == id ? place : nil
  }

  private mutating func nextID(in place: Int) -> JobID {
    lastNumber += 1
    return lastNumber << 32 | place
  }
}
