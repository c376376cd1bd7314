import CLazuliSystem
import Glibc
import LazuliCore

/// Threads and the queue that they work off.
///
/// Each thread holds a reference, so that the crew outlives whoever closed it.
final class ThreadCrew: @unchecked Sendable {
  // Unchecked: every stored variable is touched under `lock` only; Swift's `Mutex` has no
  // condition to wait for.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let wake: UnsafeMutablePointer<pthread_cond_t>
  private let maximumCount: Int
  private var queues = [JobQueue](repeating: JobQueue(), count: RequestPriority.allCases.count)
  private var threadCount = 0
  /// Threads which wait and which no job has woken: taken off by who wakes them, so that a burst of jobs
  /// does not wake the same thread again and again.
  private var idleCount = 0
  /// Threads which were woken and do not run yet.
  private var wakeCount = 0
  private var isClosed = false

  init(maximumCount: Int) {
    self.maximumCount = maximumCount
    lock = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(wake, nil)
  }

  deinit {
    pthread_cond_destroy(wake)
    pthread_mutex_destroy(lock)
    wake.deallocate()
    lock.deallocate()
  }

  /// Whether there is a thread, started now if need be.
  func start() -> Bool {
    withLock { threadCount > 0 || startThread() }
  }

  func add(_ job: @escaping @Sendable () -> Void, _ priority: RequestPriority) {
    let wakesThread = withLock {
      queues[priority.rawValue].append(job)
      if idleCount == 0, threadCount < maximumCount { _ = startThread() }
      guard idleCount > 0 else { return false }
      idleCount -= 1
      wakeCount += 1
      return true
    }
    // Outside of the lock, or the thread would wake up to wait for it.
    if wakesThread { pthread_cond_signal(wake) }
  }

  /// The threads end when the queue is empty.
  func close() {
    withLock {
      isClosed = true
      pthread_cond_broadcast(wake)
    }
  }

  private func work() {
    withLock { awaitWake() }
    while let job = next() { job() }
  }

  /// Waits for a job; `nil` when there will be none.
  private func next() -> (@Sendable () -> Void)? {
    withLock {
      while true {
        for index in queues.indices.reversed() {
          if let job = queues[index].removeFirst() { return job }
        }
        if isClosed { return nil }
        idleCount += 1
        awaitWake()
      }
    }
  }

  /// Under `lock`, for a thread which counts as idle.
  private func awaitWake() {
    while wakeCount == 0, !isClosed { pthread_cond_wait(wake, lock) }
    if wakeCount > 0 {
      wakeCount -= 1
    } else {
      idleCount -= 1
    }
  }

  /// Under `lock`. The thread is idle until a job wakes it.
  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let crew = Unmanaged.passRetained(self)
    var thread = pthread_t()
    guard pthread_create(&thread, &attributes, ThreadCrew.body, crew.toOpaque()) == 0 else {
      crew.release()
      return false
    }
    threadCount += 1
    idleCount += 1
    return true
  }

  /// What a thread does: signals are left to the threads of the host.
  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    lzlsys_name_thread("lazuli-decode")
    guard let context else { return nil }
    Unmanaged<ThreadCrew>.fromOpaque(context).takeRetainedValue().work()
    return nil
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}

/// First in, first out.
private struct JobQueue {
  private var jobs: [(@Sendable () -> Void)?] = []
  private var first = 0

  mutating func append(_ job: @escaping @Sendable () -> Void) {
    jobs.append(job)
  }

  mutating func removeFirst() -> (@Sendable () -> Void)? {
    guard first < jobs.count, let job = jobs[first] else { return nil }
    jobs[first] = nil
    first += 1
    if first == jobs.count {
      jobs.removeAll(keepingCapacity: first < 1024)
      first = 0
    } else if first >= 1024 {
      jobs.removeFirst(first)
      first = 0
    }
    return job
  }
}
