import Glibc

/// A thread for one errand that may wait, when the caller's may not.
enum DetachedThread {
  private final class Errand {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// False when the system has no thread to give; `body` does not run then.
  static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
    let errand = Unmanaged.passRetained(Errand(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Errand>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, errand.toOpaque())
    guard status == 0 else {
      errand.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
