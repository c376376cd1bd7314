import Glibc
import LazuliCache
import LazuliColor
import LazuliCore
import LazuliPlugins
import Synchronization

/// What the loads of one pipeline share: threads, pixel memory, the door to the plugins.
final class Engine: Sendable {
  typealias Door = @Sendable () throws(ImageError) -> any PluginRouting

  let settings: PipelineSettings
  let log: PipelineLog?
  let observer: PipelineObserver?
  let clock: any PipelineClock
  /// `nil`: nothing is kept.
  let memory: ImageMemory?
  let threads: DecodeThreads
  let pool: PixelBufferPool
  let colors = ColorConverter()
  private let openDoor: Door
  private let door = Mutex<Result<any PluginRouting, ImageError>?>(nil)

  init(
    _ settings: PipelineSettings, log: PipelineLog? = nil, observer: PipelineObserver? = nil,
    clock: (any PipelineClock)? = nil, memoryCache: ImageMemoryCache? = nil, openDoor: @escaping Door
  ) {
    self.settings = settings
    self.log = log
    self.observer = observer
    self.clock = clock ?? SystemClock()
    memory = memoryCache.map { ImageMemory(cache: $0, rule: settings.queryItemRule) }
    self.openDoor = openDoor
    threads = DecodeThreads(count: settings.decodeThreadCount)
    pool = PixelBufferPool(maximumIdleByteCount: settings.maximumIdlePixelByteCount)
  }

  deinit {
    // Ending a transport waits for its transfers, and the last reference to a pipeline may be dropped
    // anywhere, even within a transport's own call: let a decode thread do it.
    guard case .success(let routing) = door.withLock({ $0 }) else { return }
    threads.run { withExtendedLifetime(routing) {} }
  }

  /// The door, opened with the first call, which reads files: for decode threads only.
  func routing() throws(ImageError) -> any PluginRouting {
    let result = door.withLock { door in
      if let door { return door }
      let opened = Result(catching: openDoor)
      door = opened
      return opened
    }
    return try result.get()
  }

  /// What a session of decoding works with.
  func environment(_ limits: DecodingLimits?, _ interrupter: Interrupter) -> DecodeEnvironment {
    DecodeEnvironment(
      limits: settings.limits.lowered(by: limits), pool: pool, interrupter: interrupter, log: log,
      processorTime: Engine.threadTime)
  }

  /// What the calling thread has used of a processor: a busy machine makes nobody exceed a limit.
  @Sendable static func threadTime() -> Duration {
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return .seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
  }
}
