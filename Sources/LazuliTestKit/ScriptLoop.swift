import Glibc

/// A thread which runs what it is given, one after the other; it ends with the last reference.
final class ScriptLoop: Sendable {
  private let queue = ScriptQueue()

  init() {
    queue.start()
  }

  deinit {
    queue.close()
  }

  func run(_ job: @escaping @Sendable () -> Void) { queue.add(job) }
}

/// Held by its thread, so that the last reference to the loop may go anywhere.
private final class ScriptQueue: @unchecked Sendable {
  // Unchecked: every stored variable is touched under the lock.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [@Sendable () -> Void] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  func add(_ job: @escaping @Sendable () -> Void) {
    withLock { jobs.append(job) }
  }

  func close() {
    withLock { isClosed = true }
  }

  func start() {
    var thread = pthread_t()
    let queue = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<ScriptQueue>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, queue.toOpaque())
    precondition(code == 0, "A test needs a thread")
    pthread_detach(thread)
  }

  private func work() {
    while let jobs = next() {
      for job in jobs { job() }
    }
  }

  private func next() -> [@Sendable () -> Void]? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while jobs.isEmpty, !isClosed { pthread_cond_wait(changed, lock) }
    defer { jobs = [] }
    return jobs.isEmpty ? nil : jobs
  }

  private func withLock(_ body: () -> Void) {
    pthread_mutex_lock(lock)
    body()
    pthread_cond_signal(changed)
    pthread_mutex_unlock(lock)
  }
}
