import Glibc

/// Two threads that count in one variable, the one behind no lock: a sanitizer that does not report it sees nothing.
final class PlantedRace: @unchecked Sendable {
  // Unchecked: that is the point.
  private var count = 0

  func run() -> Int32 {
    var threads = [pthread_t](repeating: pthread_t(), count: 2)
    for index in threads.indices {
      let context = Unmanaged.passRetained(self).toOpaque()
      pthread_create(&threads[index], nil, Self.body, context)
    }
    for thread in threads { pthread_join(thread, nil) }
    print("two threads counted to \(count)")
    return 0
  }

  private static let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
    guard let context else { return nil }
    let race = Unmanaged<PlantedRace>.fromOpaque(context).takeRetainedValue()
    for _ in 0..<1000 { race.count += 1 }
    return nil
  }
}
