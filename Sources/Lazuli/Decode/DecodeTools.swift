import Glibc
import LazuliColor
import LazuliCore

/// What decoding takes of an engine: all but its memory cache, whose animations hold this.
struct DecodeTools: Sendable {
  let limits: DecodingLimits
  let threads: DecodeThreads
  let pool: PixelBufferPool
  let memory: PixelMemory
  let colors: ColorConverter
  let clock: any PipelineClock
  let log: PipelineLog?

  /// What a session of decoding works with.
  func environment(_ limits: DecodingLimits?, _ interrupter: Interrupter) -> DecodeEnvironment {
    DecodeEnvironment(
      limits: self.limits.lowered(by: limits), pool: pool(within: limits), interrupter: interrupter, log: log,
      processorTime: Self.threadTime)
  }

  /// Pixel memory for a request with limits of its own.
  func pool(within limits: DecodingLimits?) -> PixelBufferPool {
    limits == nil ? pool : pool.limited(to: self.limits.lowered(by: limits))
  }

  /// What the calling thread has used of a processor: a busy machine makes nobody exceed a limit.
  @Sendable private static func threadTime() -> Duration {
    var used = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
    return .seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
  }
}
