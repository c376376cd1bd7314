import Synchronization
import Testing

/// How many checks were made for each codec, and how many failed.
final class Tally: Sendable {
  /// Of the suite that runs.
  @TaskLocal static var current = Tally()

  private let counts = Mutex<[String: (made: Int, failed: Int)]>([:])

  func count(_ name: String, isPassed: Bool) {
    counts.withLock { counts in
      counts[name, default: (0, 0)].made += 1
      if !isPassed { counts[name, default: (0, 0)].failed += 1 }
    }
  }

  func printLines() {
    for (name, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      let failures = count.failed == 0 ? "" : ", \(count.failed) failed"
      print("conformance \(name): \(count.made - count.failed) checks passed\(failures)")
    }
  }
}

/// Counts the checks of a suite and prints them behind it.
struct TallyTrait: SuiteTrait, TestScoping {
  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let tally = Tally()
    try await Tally.$current.withValue(tally) { try await function() }
    tally.printLines()
  }
}

extension Trait where Self == TallyTrait {
  static var tally: Self { Self() }
}
