import CLazuliSystem
import LazuliCore

/// The engine's own threads, on which everything runs that takes time: loading plugins, decoding,
/// composing, processing, encoding. Never the caller's thread, never Swift's cooperative pool.
///
/// Started when there is work, one for each core at the most. Jobs of a higher priority go first,
/// jobs of the same in the order of their coming. When the last reference is gone the threads
/// finish what is queued and end by themselves: nobody joins them, so the last reference may be
/// dropped on one of them.
final class DecodeThreads: Sendable {
  private let crew: ThreadCrew

  /// `count` threads at the most; one for each core that this process may use.
  init(count: Int? = nil) {
    crew = ThreadCrew(maximumCount: max(1, count ?? Self.coreCount))
  }

  deinit {
    crew.close()
  }

  /// Sees to it that there is at least one thread; from then on `run` cannot fail.
  func start() throws(ImageError) {
    guard crew.start() else {
      throw ImageError(
        .outOfMemory, at: .decode, "No thread can be started for decoding; raise the limit of threads of this process")
    }
  }

  /// Queues a job; returns at once. Call `start` before the first.
  func run(_ priority: RequestPriority = .normal, _ job: @escaping @Sendable () -> Void) {
    crew.add(job, priority)
  }

  /// Runs `body` on one of the threads and gives back what it makes. The caller suspends.
  func perform<Output: Sendable>(
    _ priority: RequestPriority = .normal, _ body: @escaping @Sendable () throws(ImageError) -> Output
  ) async throws(ImageError) -> Output {
    try start()
    let result: Result<Output, ImageError> = await withCheckedContinuation { continuation in
      run(priority) { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  /// The cores that this process may use.
  private static var coreCount: Int { Int(lzlsys_usable_processors()) }
}
