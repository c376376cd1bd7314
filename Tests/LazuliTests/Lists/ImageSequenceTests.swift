import Lazuli
import LazuliCore
import LazuliTestKit
import Synchronization
import Testing

@Suite("Images of many URLs")
struct ImageSequenceTests {
  private func requests(_ count: Int) -> [ImageRequest] { (1...count).map(ImageRequest.fake) }

  @Test("They come in the order of arrival, each with its place in the array")
  func arrival() async throws {
    var seen: [Int] = []
    for await element in BatchLoading(3).images(for: requests(6), lookAhead: 3) {
      let image = try element.image
      #expect(image.width == element.index + 1)
      seen.append(element.index)
    }
    #expect(seen.first == 2)
    #expect(seen.sorted() == Array(0..<6))
  }

  @Test("They come in the order of the array, whatever the order of arrival")
  func given() async {
    var seen: [Int] = []
    for await element in BatchLoading(3).images(for: requests(6), order: .given, lookAhead: 3) {
      seen.append(element.index)
    }
    #expect(seen == Array(0..<6))
  }

  @Test("Few are loaded ahead of the loop, in either order", arguments: [ImageSequence.Order.arrival, .given])
  func bounds(order: ImageSequence.Order) async {
    let loader = BatchLoading(1)
    var takenCount = 0
    for await _ in loader.images(for: requests(100), order: order, lookAhead: 4) {
      takenCount += 1
      #expect(loader.startedCount <= takenCount + 3)
    }
    #expect(takenCount == 100)
  }

  @Test("One that fails is an element too, and the others come")
  func failure() async {
    var failed: [Int] = []
    for await element in BatchLoading(1, failing: 2).images(for: requests(4)) {
      if case .failure = element.result { failed.append(element.index) }
    }
    #expect(failed == [1])
  }

  @Test("What is in memory is not loaded")
  func memory() async {
    let loader = FakeLoading()
    for number in 1...3 { loader.keep(.fake(number), for: .fake(number)) }
    var count = 0
    for await _ in loader.images(for: requests(3)) { count += 1 }
    #expect(count == 3)
    #expect(loader.loads.isEmpty)
  }

  @Test("Cancelling the task of the loop ends the loads and the loop")
  func cancelling() async {
    let loader = BatchLoading(.max)
    let task = Task {
      var count = 0
      for await _ in loader.images(for: requests(100), lookAhead: 4) { count += 1 }
      return count
    }
    await loader.hasStarted.wait()
    task.cancel()
    #expect(await task.value == 0)
    #expect(loader.loads.allSatisfy { $0.isCancelled })
  }

  @Test("Leaving the loop ends the loads")
  func leaving() async {
    let loader = BatchLoading(2)
    for await _ in loader.images(for: requests(100), lookAhead: 5) { break }
    #expect(loader.loads.allSatisfy { $0.hasEnded })
    #expect(loader.startedCount < 10)
  }
}

/// Ends loads in batches, the last one first, before it returns.
private final class BatchLoading: ImageLoading {
  let hasStarted = Signal()
  private let batchCount: Int
  private let failing: Int?
  private let state = Mutex((all: [FakeLoad](), waiting: [FakeLoad]()))

  init(_ batchCount: Int, failing: Int? = nil) {
    self.batchCount = batchCount
    self.failing = failing
  }

  var loads: [FakeLoad] { state.withLock { $0.all } }
  var startedCount: Int { loads.count }

  func imageInMemory(for request: ImageRequest) -> ImageResponse? { nil }

  func load(_ request: ImageRequest, _ receive: @escaping @Sendable (ImageTaskEvent) -> Void) -> any ImageLoadControl {
    let load = FakeLoad(request, receive)
    let batch = state.withLock { state in
      state.all.append(load)
      state.waiting.append(load)
      guard state.waiting.count >= batchCount else { return [FakeLoad]() }
      defer { state.waiting = [] }
      return state.waiting.reversed()
    }
    for load in batch {
      if load.request.number == failing { load.fail() } else { load.finish(.fake(load.request.number)) }
    }
    hasStarted.fire()
    return load
  }
}
