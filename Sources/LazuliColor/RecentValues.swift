/// Values by key, of which those used last are kept.
struct RecentValues<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  /// What was used last comes last.
  private var order: [Key] = []
  private let maximumCount: Int

  init(maximumCount: Int) {
    self.maximumCount = max(maximumCount, 1)
  }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let value = values[key] else { return nil }
      use(key)
      return value
    }
    set {
      values[key] = newValue
      order.removeAll { $0 == key }
      guard newValue != nil else { return }
      order.append(key)
      while order.count > maximumCount { values[order.removeFirst()] = nil }
    }
  }

  private mutating func use(_ key: Key) {
    guard order.last != key, let place = order.firstIndex(of: key) else { return }
    order.append(order.remove(at: place))
  }
}
