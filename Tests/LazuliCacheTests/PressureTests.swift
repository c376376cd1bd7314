import LazuliCore
import LazuliTestSupport
import Synchronization
import Testing

@testable import LazuliCache

@Suite("Memory pressure")
struct PressureTests {
  private func text(some: Double, full: Double) -> String {
    "some avg10=\(some) avg60=0.00 avg300=0.00 total=1\nfull avg10=\(full) avg60=0.00 avg300=0.00 total=0\n"
  }

  @Test("What the kernel says is read, and what it does not say is no pressure")
  func reading() {
    let reading = PressureReading(
      pressure: text(some: 12.5, full: 3), events: "low 1\nhigh 2\nmax 3\noom 4\noom_kill 5\noom_group_kill 0\n")
    #expect((reading.some, reading.full, reading.limitCount, reading.outOfMemoryCount) == (12.5, 3, 5, 4))
    #expect(PressureReading(pressure: "some\nfull avg10=x\n\n", events: "high\nmax y\n") == PressureReading())
  }

  @Test("Some waiting is moderate, all waiting or a kill critical, little nothing")
  func levels() {
    func judged(_ reading: PressureReading, isTriggered: Bool = false) -> MemoryPressure? {
      var policy = PressurePolicy(PressureReading())
      return policy.judge(reading, isTriggered: isTriggered, at: .zero)
    }
    #expect(judged(PressureReading(pressure: text(some: 9, full: 9))) == nil)
    #expect(judged(PressureReading(pressure: text(some: 10, full: 0))) == .moderate)
    #expect(judged(PressureReading(pressure: text(some: 1, full: 0)), isTriggered: true) == .moderate)
    #expect(judged(PressureReading(pressure: text(some: 50, full: 10))) == .critical)
    #expect(judged(PressureReading(events: "high 1")) == .moderate)
    #expect(judged(PressureReading(events: "oom 1")) == .critical)
  }

  @Test("One burst is told once, a worse one and a lasting one again")
  func repetition() {
    var policy = PressurePolicy(PressureReading(events: "high 7"))
    let moderate = PressureReading(pressure: text(some: 20, full: 0), events: "high 7")
    let critical = PressureReading(pressure: text(some: 90, full: 50), events: "high 7")
    let told = [
      policy.judge(moderate, isTriggered: false, at: .seconds(1)),
      policy.judge(moderate, isTriggered: true, at: .seconds(3)),
      policy.judge(critical, isTriggered: false, at: .seconds(5)),
      policy.judge(critical, isTriggered: false, at: .seconds(7)),
      policy.judge(moderate, isTriggered: false, at: .seconds(15)),
    ]
    #expect(told == [.moderate, nil, .critical, nil, .moderate])
  }

  @Test("Moderate pressure sheds half of what is there, critical pressure all")
  func shedding() throws {
    let cache = ImageMemoryCache(roomFor: 20, of: 100)
    for number in 0..<10 { cache.insert(CachedImage(try picture(10, 10)), for: .number(number)) }
    cache.shed(.moderate)
    #expect(cache.usage.count == 5)
    cache.shed(.moderate)
    #expect(cache.usage.count == 2)
    cache.shed(.critical)
    #expect(cache.usage.count == 0)
  }

  @Test("The monitor tells when the kernel's file says so")
  func monitor() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(text(some: 0, full: 0).utf8), to: "memory.pressure")
    let files = PressureFiles(pressure: file, takesThreshold: false)
    let (told, continuation) = AsyncStream<MemoryPressure>.makeStream()
    let monitor = MemoryPressureMonitor(files, interval: .milliseconds(5)) { continuation.yield($0) }
    #expect(monitor != nil)
    _ = try folder.write(Array(text(some: 80, full: 60).utf8), to: "memory.pressure")
    var iterator = told.makeAsyncIterator()
    #expect(await iterator.next() == .critical)
    withExtendedLifetime(monitor) {}
  }

  @Test("A cache that watches the machine's memory goes away with its last reference")
  func watching() async {
    weak var weakCache: ImageMemoryCache?
    do {
      let cache = ImageMemoryCache()
      let isWatched = cache.shedUnderPressure()
      #expect(isWatched == (PressureFiles.standard != nil))
      #expect(cache.shedUnderPressure() == isWatched)
      weakCache = cache
    }
    #expect(weakCache == nil)
  }
}
