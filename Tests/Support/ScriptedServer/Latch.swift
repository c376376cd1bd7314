import Glibc

/// Something that happens once: threads and tasks can wait for it.
public final class Latch: @unchecked Sendable {
  // Unchecked: what changes is touched under the lock.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var hasOpened = false
  private var tasks: [CheckedContinuation<Void, Never>] = []

  public init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(opened, nil)
  }

  deinit {
    pthread_cond_destroy(opened)
    pthread_mutex_destroy(lock)
    opened.deallocate()
    lock.deallocate()
  }

  public var isOpen: Bool { locked { hasOpened } }

  public func open() {
    let waiting = locked {
      hasOpened = true
      pthread_cond_broadcast(opened)
      defer { tasks = [] }
      return tasks
    }
    for task in waiting { task.resume() }
  }

  /// Holds the thread: for those of servers, never for a task.
  public func pass() {
    locked {
      while !hasOpened { pthread_cond_wait(opened, lock) }
    }
  }

  /// Suspends the task.
  public func wait() async {
    await withCheckedContinuation { task in
      let isLate = locked {
        if !hasOpened { tasks.append(task) }
        return hasOpened
      }
      if isLate { task.resume() }
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
