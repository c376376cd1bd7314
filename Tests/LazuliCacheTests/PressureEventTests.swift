import Glibc
import LazuliTestSupport
import Testing

@testable import LazuliCache

@Suite("The kernel's own pressure event", .timeLimit(.minutes(5)))
struct PressureEventTests {
  @Test("The kernel wakes the monitor up when a program waits for memory")
  func event() async throws {
    let folder = try TemporaryFolder()
    guard let group = SmallControlGroup(maximumByteCount: 32 << 20), Self.isOnDisk(folder.path) else {
      return print("no control group with a limit for memory, pressure stall information or disk here, skipped")
    }
    let (told, continuation) = AsyncStream<MemoryPressure>.makeStream()
    // By itself it would look after an hour.
    let monitor = MemoryPressureMonitor(group.files, interval: .seconds(3600)) { continuation.yield($0) }
    #expect(monitor != nil)
    // Three times what the group may keep of it in memory, read again and again.
    let file = folder.file("large")
    let program = try group.start(
      "head -c 96M /dev/zero > '\(file)' && exec cat $(yes '\(file)' | head -n 2000) > /dev/null")
    var iterator = told.makeAsyncIterator()
    let pressure = await iterator.next()
    group.killAll()
    _ = try await program.end()
    print("the kernel told of memory pressure by \(group.files.pressure): \(pressure.map { "\($0)" } ?? "nothing")")
    #expect(pressure != nil)
    withExtendedLifetime(monitor) {}
  }

  /// Files that are memory themselves cannot leave it.
  private static func isOnDisk(_ path: String) -> Bool {
    !Shell.run("stat -f -c %T '\(path)'").output.contains("tmpfs")
  }
}
