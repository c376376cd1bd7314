import Glibc

/// A thread for work that waits: servers and child processes, which would starve the tasks' own threads.
public enum BlockingThread {
  private final class Box: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread, which nobody waits for.
  public static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body))
    guard pthread_create(&thread, nil, run, box.toOpaque()) == 0 else { return box.release() }
    pthread_detach(thread)
  }

  /// Suspends the task until `body` has run on a thread of its own.
  public static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { task in
      start { task.resume(returning: body()) }
    }
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    guard let box else { return nil }
    Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
    return nil
  }
}
