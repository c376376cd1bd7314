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
  let pixelMemory: PixelMemory
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
    pixelMemory = PixelMemory(capacity: settings.maximumDecodingPixelByteCount)
    pool = PixelBufferPool(maximumIdleByteCount: settings.maximumIdlePixelByteCount, limits: settings.limits)
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

  var tools: DecodeTools {
    DecodeTools(
      limits: settings.limits, threads: threads, pool: pool, memory: pixelMemory, colors: colors, clock: clock, log: log
    )
  }

  /// Pixel memory for a request with limits of its own.
  func pool(within limits: DecodingLimits?) -> PixelBufferPool {
    tools.pool(within: limits)
  }
}
