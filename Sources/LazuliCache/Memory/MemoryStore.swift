internal import LazuliCore

/// The entries of a memory cache and their order: pure. What goes is handed to the caller, who lets go of it when
/// it holds no lock: giving back large pixel memory takes milliseconds.
struct MemoryStore {
  /// One reference for an image, which is a value of some hundred bytes.
  final class Entry: Sendable {
    let key: ImageCacheKey
    let image: CachedImage
    let time: Duration

    init(_ key: ImageCacheKey, _ image: CachedImage, time: Duration) {
      self.key = key
      self.image = image
      self.time = time
    }
  }

  /// What an entry takes beside image and key.
  private static let overhead = 1024

  let limits: ImageMemoryLimits
  private var order: SegmentedLRU<Entry>
  private var indexes: [ImageCacheKey: Int] = [:]
  /// The places of all that was made from one source.
  private var siblings: [ImageSourceKey: [Int]] = [:]
  private(set) var evictionCount = 0
  /// When all were looked through for what is too old.
  private var lastSweep = Duration.zero

  init(_ limits: ImageMemoryLimits) {
    self.limits = limits
    order = SegmentedLRU(maximumWeight: limits.maximumByteCount, maximumCount: limits.maximumCount)
  }

  var byteCount: Int { order.weight }
  var count: Int { order.count }
  var entries: [Entry] { indexes.values.map { order[$0] } }

  /// The entry for exactly this key.
  mutating func entry(_ key: ImageCacheKey, at time: Duration) -> Entry? {
    guard let index = indexes[key], !isExpired(order[index], at: time) else { return nil }
    order.use(index)
    return order[index]
  }

  /// The smallest entry of the same source that can be made into what `key` asks for, with how.
  mutating func serving(_ key: ImageCacheKey, at time: Duration) -> (Entry, ServingSize)? {
    let rendering = key.rendering.unprocessed
    var best: (index: Int, size: ServingSize)?
    for index in siblings[key.source] ?? [] where order[index].key.rendering == rendering {
      let image = order[index].image.image
      guard !isExpired(order[index], at: time),
        let size = ServingSize(image, isUpright: rendering.appliesOrientation, for: key.size)
      else { continue }
      if best.map({ order[$0.index].image.image.pixels.byteCount > image.pixels.byteCount }) ?? true {
        best = (index, size)
      }
    }
    guard let best else { return nil }
    order.use(best.index)
    return (order[best.index], best.size)
  }

  /// Puts an entry in the place of what is there for its key and of what was made from an earlier state of its
  /// source; one too large replaces all the same and is not kept.
  mutating func insert(_ entry: Entry) -> (isKept: Bool, removed: [Entry]) {
    var removed = removeOutdated(by: entry) + sweep(at: entry.time)
    let weight = entry.image.byteCount + entry.key.source.byteCount + entry.key.rendering.byteCount + Self.overhead
    guard weight <= limits.maximumByteCount, limits.maximumCount > 0 else { return (false, removed) }
    let index = order.insert(entry, id: entry.key.hashValue, weight: weight)
    indexes[entry.key] = index
    siblings[entry.key.source, default: []].append(index)
    while order.isOverfull, let oldest = order.removeOldest() {
      removed.append(forget(oldest))
      evictionCount += 1
    }
    return (true, removed)
  }

  mutating func trim(toByteCount byteCount: Int) -> [Entry] {
    var removed: [Entry] = []
    while order.weight > byteCount, let oldest = order.removeOldest() { removed.append(forget(oldest)) }
    return removed
  }

  /// Removes an entry unless another one has taken its place.
  mutating func remove(_ entry: Entry) {
    guard let index = indexes[entry.key], order[index] === entry else { return }
    _ = forget(order.remove(index))
  }

  /// Removes what there is for a key if it is too old.
  mutating func removeExpired(_ key: ImageCacheKey, at time: Duration) -> Entry? {
    guard let index = indexes[key], isExpired(order[index], at: time) else { return nil }
    return forget(order.remove(index))
  }

  /// Removes all that is too old.
  mutating func removeExpired(at time: Duration) -> [Entry] {
    lastSweep = time
    let expired = indexes.values.filter { isExpired(order[$0], at: time) }
    return expired.map { forget(order.remove($0)) }
  }

  /// From time to time: each look costs as much as there is.
  private mutating func sweep(at time: Duration) -> [Entry] {
    guard let age = limits.maximumAge, time - lastSweep > age / 8 else { return [] }
    return removeExpired(at: time)
  }

  func isExpired(_ entry: Entry, at time: Duration) -> Bool {
    limits.maximumAge.map { time - entry.time > $0 } ?? false
  }

  private mutating func removeOutdated(by entry: Entry) -> [Entry] {
    let outdated = (siblings[entry.key.source] ?? []).filter {
      order[$0].key == entry.key || order[$0].image.sourceIdentity != entry.image.sourceIdentity
    }
    return outdated.map { forget(order.remove($0)) }
  }

  /// Of an entry which is not in its order any more.
  private mutating func forget(_ entry: Entry) -> Entry {
    let index = indexes.removeValue(forKey: entry.key)
    let source = entry.key.source
    siblings[source]?.removeAll { $0 == index }
    if siblings[source]?.isEmpty ?? false { siblings[source] = nil }
    return entry
  }
}
