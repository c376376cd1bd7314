import Glibc

/// Holds a thread until somebody opens it: for the pipeline's own threads and a transport's, never for a Swift task.
public final class Gate: @unchecked Sendable {
  // Unchecked: `isOpen` is touched under the lock.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let opened = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isOpen = false

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

  /// For good: who comes later passes.
  public func open() {
    pthread_mutex_lock(lock)
    isOpen = true
    pthread_cond_broadcast(opened)
    pthread_mutex_unlock(lock)
  }

  /// Waits until it is open.
  public func pass() {
    pthread_mutex_lock(lock)
    while !isOpen { pthread_cond_wait(opened, lock) }
    pthread_mutex_unlock(lock)
  }
}
