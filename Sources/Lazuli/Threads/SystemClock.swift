import CLazuliSystem
import Glibc

/// The machine's monotonic clock.
struct SystemClock: PipelineClock {
  private static let start = ContinuousClock.now

  var now: Duration { Self.start.duration(to: .now) }

  func makeAlarm(_ ring: @escaping @Sendable () -> Void) -> any PipelineAlarm {
    AlarmHandle(AlarmThread(ring))
  }
}

/// Ends its thread with the last reference, wherever that goes.
private final class AlarmHandle: PipelineAlarm {
  private let thread: AlarmThread

  init(_ thread: AlarmThread) { self.thread = thread }
  deinit { thread.close() }

  func set(to time: Duration?) { thread.set(to: time.map { $0 - SystemClock().now }) }
}

/// A thread which waits for one time, started when the first is set.
private final class AlarmThread: @unchecked Sendable {
  // Unchecked: every stored variable is touched under `lock` only; Swift's `Mutex` has no condition to wait for.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let ring: @Sendable () -> Void
  private var time: timespec?
  private var isRunning = false
  private var isClosed = false

  init(_ ring: @escaping @Sendable () -> Void) {
    self.ring = ring
    pthread_mutex_init(lock, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  func set(to delay: Duration?) {
    withLock {
      time = delay.map(Self.time(after:))
      if time != nil, !isRunning { isRunning = start() }
      pthread_cond_signal(changed)
    }
  }

  func close() {
    withLock {
      isClosed = true
      pthread_cond_signal(changed)
    }
  }

  private func work() {
    while awaitTime() { ring() }
  }

  /// False when there will be none any more.
  private func awaitTime() -> Bool {
    withLock {
      while !isClosed {
        guard var time else {
          pthread_cond_wait(changed, lock)
          continue
        }
        guard pthread_cond_timedwait(changed, lock, &time) == ETIMEDOUT, isDue else { continue }
        self.time = nil
        return true
      }
      return false
    }
  }

  /// It may have been set anew while the thread woke up.
  private var isDue: Bool {
    guard let time else { return false }
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return (now.tv_sec, now.tv_nsec) >= (time.tv_sec, time.tv_nsec)
  }

  private static func time(after delay: Duration) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let (seconds, attoseconds) = max(delay, .zero).components
    let nanoseconds = time.tv_nsec + Int(attoseconds / 1_000_000_000)
    time.tv_sec += Int(min(seconds, 1 << 40)) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }

  private func start() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let alarm = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let isStarted = pthread_create(&thread, &attributes, Self.body, alarm.toOpaque()) == 0
    if !isStarted { alarm.release() }
    return isStarted
  }

  /// What the thread does: signals are left to the threads of the host.
  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    lzlsys_name_thread("lazuli-alarm")
    guard let context else { return nil }
    Unmanaged<AlarmThread>.fromOpaque(context).takeRetainedValue().work()
    return nil
  }

  private func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
