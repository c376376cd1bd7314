internal import CLazuliSystem
internal import Glibc

/// Waits on a thread of its own for the kernel to tell of want of memory.
///
/// The kernel wakes the thread where it takes a threshold (Linux 6.4 or a privilege); otherwise it looks every
/// few seconds.
final class MemoryPressureMonitor: Sendable {
  /// Closing it ends the thread.
  private let stopPipe: Int32

  /// `report` is called on the monitor's thread. `nil`: the kernel says nothing, or there is no thread to be had.
  init?(
    _ files: PressureFiles? = .standard, interval: Duration = .seconds(2),
    report: @escaping @Sendable (MemoryPressure) -> Void
  ) {
    var pipe: [Int32] = [-1, -1]
    guard let files, pipe2(&pipe, Int32(O_CLOEXEC)) == 0 else { return nil }
    stopPipe = pipe[1]
    let watch = PressureWatch(files, stop: pipe[0], interval: interval, report: report)
    guard watch.start() else {
      close(pipe[1])
      return nil
    }
  }

  deinit {
    close(stopPipe)
  }
}

/// What the thread has.
private final class PressureWatch {
  /// Some work waited for a tenth of two seconds; the kernel wakes up once in that time at the most.
  private static let threshold = "some 200000 2000000"

  private let files: PressureFiles
  private let stop: Int32
  private let trigger: Int32
  private let interval: Duration
  private let report: @Sendable (MemoryPressure) -> Void
  private var policy: PressurePolicy

  init(
    _ files: PressureFiles, stop: Int32, interval: Duration, report: @escaping @Sendable (MemoryPressure) -> Void
  ) {
    self.files = files
    self.stop = stop
    self.interval = interval
    self.report = report
    policy = PressurePolicy(files.reading)
    trigger = files.takesThreshold ? Self.openTrigger(files.pressure) : -1
  }

  deinit {
    close(stop)
    if trigger >= 0 { close(trigger) }
  }

  /// The thread holds the only reference.
  func start() -> Bool {
    let context = Unmanaged.passRetained(self)
    var thread = pthread_t()
    guard pthread_create(&thread, nil, Self.body, context.toOpaque()) == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    lzlsys_name_thread("lazuli-memory")
    guard let context else { return nil }
    Unmanaged<PressureWatch>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  private static func openTrigger(_ path: String) -> Int32 {
    let file = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return -1 }
    // With the zero at its end.
    if write(file, threshold, threshold.utf8.count + 1) > 0 { return file }
    close(file)
    return -1
  }

  private func run() {
    // poll passes over what is no descriptor.
    var waiting = [pollfd(fd: stop, events: 0, revents: 0), pollfd(fd: trigger, events: Int16(POLLPRI), revents: 0)]
    while true {
      let isTimed = waiting[1].fd < 0 || files.events != nil
      let count = poll(&waiting, nfds_t(waiting.count), isTimed ? interval.milliseconds : -1)
      if count < 0, errno != EINTR { return }
      if waiting[0].revents != 0 { return }
      let isTriggered = count > 0 && waiting[1].revents & Int16(POLLPRI) != 0
      // The group is gone.
      if count > 0, !isTriggered { waiting[1].fd = -1 }
      let time = ImageMemoryCache.uptime()
      if let pressure = policy.judge(files.reading, isTriggered: isTriggered, at: time) { report(pressure) }
    }
  }
}

extension Duration {
  fileprivate var milliseconds: Int32 {
    Int32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
  }
}
