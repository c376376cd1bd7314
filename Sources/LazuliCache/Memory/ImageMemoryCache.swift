internal import Synchronization

/// Decoded images in memory, bounded by bytes and by count.
///
/// A look-up is synchronous, from any thread, and far below a microsecond; there is no I/O. Several pipelines
/// may share one. What is used least recently goes first, and a scan of images that nobody asks for twice
/// drives out none that are asked for again and again.
public final class ImageMemoryCache: Sendable {
  private struct State {
    var store: MemoryStore
    var hitCount = 0
    var missCount = 0
  }

  public let limits: ImageMemoryLimits
  private let state: Mutex<State>
  private let now: @Sendable () -> Duration
  private let monitor = Mutex<MemoryPressureMonitor?>(nil)

  /// `now` is asked only when there is a `maximumAge`.
  public init(
    _ limits: ImageMemoryLimits = .init(), now: @escaping @Sendable () -> Duration = ImageMemoryCache.uptime
  ) {
    self.limits = limits
    self.now = now
    state = Mutex(State(store: MemoryStore(limits)))
  }

  /// What there is for a key, and counts as a use of it; `nil`: nothing.
  public func lookUp(_ key: ImageCacheKey) -> ImageCacheAnswer? {
    let time = currentTime
    let (found, expired) = state.withLock { state in
      let found = state.store.answer(key, at: time)
      if found == nil { state.missCount += 1 } else { state.hitCount += 1 }
      return (found, found == nil ? state.store.removeExpired(key, at: time) : nil)
    }
    return withExtendedLifetime(expired) { found?.answer }
  }

  /// Keeps an image, in the place of an older one for its key and of all that was made from its source when
  /// that had another identity. False when it is not kept: it is too large, and then there is none for the key; or
  /// it is incomplete, and then nothing changes.
  @discardableResult
  public func insert(_ image: CachedImage, for key: ImageCacheKey) -> Bool {
    guard image.image.isComplete else { return false }
    let entry = MemoryStore.Entry(key, image, time: currentTime)
    // What is removed goes with `removed`, outside of the lock.
    let (isKept, removed) = state.withLock { $0.store.insert(entry) }
    return withExtendedLifetime(removed) { isKept }
  }

  public func removeAll() {
    trim(toByteCount: -1)
  }

  /// Lets go of what is used least recently until no more than so many bytes are kept.
  public func trim(toByteCount byteCount: Int) {
    let removed = state.withLock { $0.store.trim(toByteCount: byteCount) }
    withExtendedLifetime(removed) {}
  }

  /// Lets go of what is older than `maximumAge`.
  ///
  /// It is never answered, and goes by itself: when it is asked for, and with the images that come, an eighth of
  /// that age too late at the most. For a program that uses the cache no more, and would rather have the memory now.
  public func removeExpired() {
    let time = currentTime
    let expired = state.withLock { $0.store.removeExpired(at: time) }
    withExtendedLifetime(expired) {}
  }

  /// Lets go of the images for which `isOutdated` is true; it is called outside of all locks.
  public func removeAll(where isOutdated: (ImageCacheKey, CachedImage) -> Bool) {
    remove(state.withLock { $0.store.entries }.filter { isOutdated($0.key, $0.image) })
  }

  /// Lets go of all that was made from a source.
  public func remove(_ source: ImageSourceKey) {
    removeAll { key, _ in key.source == source }
  }

  /// Lets go of as much as the pressure calls for: half of it, or all.
  public func shed(_ pressure: MemoryPressure) {
    switch pressure {
    case .moderate: trim(toByteCount: usage.byteCount / 2)
    case .critical: removeAll()
    }
  }

  /// Sheds by itself from now on, as the kernel tells of want of memory: one thread waits for that. False when the
  /// kernel tells nothing.
  @discardableResult
  public func shedUnderPressure() -> Bool {
    monitor.withLock { monitor in
      if monitor == nil {
        monitor = MemoryPressureMonitor { [weak self] pressure in self?.shed(pressure) }
      }
      return monitor != nil
    }
  }

  public var usage: ImageMemoryUsage {
    state.withLock { state in
      var usage = ImageMemoryUsage()
      usage.byteCount = state.store.byteCount
      usage.count = state.store.count
      usage.hitCount = state.hitCount
      usage.missCount = state.missCount
      usage.evictionCount = state.store.evictionCount
      return usage
    }
  }

  /// The caller holds the last references.
  private func remove(_ entries: [MemoryStore.Entry]) {
    state.withLock { state in
      for entry in entries { state.store.remove(entry) }
    }
  }

  private var currentTime: Duration { limits.maximumAge == nil ? .zero : now() }

  /// The machine's monotonic clock.
  @Sendable public static func uptime() -> Duration { start.duration(to: .now) }

  private static let start = ContinuousClock.now
}

/// An answer by reference, to be made a value outside of the lock.
private enum Found {
  case exact(MemoryStore.Entry)
  case larger(MemoryStore.Entry)

  var answer: ImageCacheAnswer {
    switch self {
    case .exact(let entry): .exact(entry.image)
    case .larger(let entry): .larger(entry.image)
    }
  }
}

extension MemoryStore {
  fileprivate mutating func answer(_ key: ImageCacheKey, at time: Duration) -> Found? {
    if let entry = entry(key, at: time) { return .exact(entry) }
    guard let (entry, size) = serving(key, at: time) else { return nil }
    return size == .asItIs && key.rendering.processors.isEmpty ? .exact(entry) : .larger(entry)
  }
}
