import Lazuli
import LazuliCore
import Testing

@Suite("Prefetcher")
struct PrefetcherTests {
  private let loader = FakeLoading()

  private var started: [Int] { loader.loads.map(\.request.number) }
  private var underWay: [Int] { loader.underWay.map(\.request.number) }

  private func requests(_ numbers: ClosedRange<Int>) -> [ImageRequest] { numbers.map(ImageRequest.fake) }

  @Test("Few are loaded at a time, in order, behind all others")
  func order() {
    let prefetcher = ImagePrefetcher(loader, maximumConcurrentCount: 2)
    prefetcher.start(requests(1...5))
    #expect(started == [1, 2])
    #expect(loader.loads.allSatisfy { $0.priority == .veryLow })
    loader.loads[1].finish(.fake(2))
    loader.loads[0].fail()
    #expect(started == [1, 2, 3, 4])
  }

  @Test("What is in memory, waits or is under way is not loaded again")
  func known() {
    loader.keep(.fake(2), for: .fake(2))
    let prefetcher = ImagePrefetcher(loader, maximumConcurrentCount: 2)
    prefetcher.start(requests(1...4))
    prefetcher.start(requests(1...4))
    #expect(started == [1, 3])
    for load in loader.loads { load.finish(.fake(1)) }
    for load in loader.underWay { load.finish(.fake(1)) }
    #expect(started == [1, 3, 4])
  }

  @Test("What is not wanted any more is cancelled, or never started, and makes room")
  func stopping() {
    let prefetcher = ImagePrefetcher(loader, maximumConcurrentCount: 2)
    prefetcher.start(requests(1...5))
    prefetcher.stop(requests(2...3))
    #expect(loader.loads[1].isCancelled)
    #expect(underWay == [1, 4])
    loader.loads[1].fail(.cancelled)
    #expect(underWay == [1, 4])
    prefetcher.stopAll()
    #expect(underWay == [])
    #expect(started == [1, 2, 4])
  }

  @Test("While it is paused nothing starts and what is under way goes on")
  func pausing() {
    let prefetcher = ImagePrefetcher(loader, maximumConcurrentCount: 1)
    prefetcher.start(requests(1...3))
    prefetcher.isPaused = true
    loader.loads[0].finish(.fake(1))
    #expect(started == [1])
    prefetcher.isPaused = false
    #expect(started == [1, 2])
  }

  @Test("Of more requests than may wait those drop out that were asked for longest ago")
  func bounds() {
    let prefetcher = ImagePrefetcher(loader, maximumConcurrentCount: 1, maximumWaitingCount: 3)
    prefetcher.start(requests(1...100))
    for _ in 0..<10 { loader.underWay.first?.finish(.fake(1)) }
    #expect(started == [1, 98, 99, 100])
  }

  @Test("The last reference to a prefetcher ends its loads")
  func letGo() {
    var prefetcher: ImagePrefetcher? = ImagePrefetcher(loader)
    prefetcher?.start(requests(1...3))
    prefetcher = nil
    #expect(underWay == [])
  }
}
