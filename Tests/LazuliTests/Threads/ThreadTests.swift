import LazuliCore
import LazuliTestKit
import Synchronization
import Testing

@testable import Lazuli

@Suite("Threads")
struct ThreadTests {
  @Test("Jobs of a higher priority go first, equal ones in their order")
  func priorities() async throws {
    let threads = DecodeThreads(count: 1)
    let gate = Gate()
    let order = Mutex<[Int]>([])
    let end = Signal()
    try threads.start()
    threads.run(.veryHigh) { gate.pass() }
    for (index, priority) in [RequestPriority.low, .high, .normal, .high].enumerated() {
      threads.run(priority) { order.withLock { $0.append(index) } }
    }
    threads.run(.veryLow) { end.fire() }
    gate.open()
    await end.wait()
    #expect(order.withLock { $0 } == [1, 3, 2, 0])
  }

  @Test("What is queued is done when the last reference has gone, also from a thread of its own")
  func lastReference() async throws {
    let end = Signal()
    let gate = Gate()
    let box = Mutex<DecodeThreads?>(DecodeThreads(count: 1))
    try box.withLock { try $0?.start() }
    box.withLock { threads in
      threads?.run { gate.pass() }
      threads?.run { box.withLock { $0 = nil } }
      threads?.run { end.fire() }
    }
    gate.open()
    await end.wait()
  }

  @Test("An inbox is drained in order, by one thread at a time")
  func inbox() async throws {
    let threads = DecodeThreads(count: 4)
    try threads.start()
    let inbox = SerialInbox<Int>(threads: threads)
    let seen = Mutex<[Int]>([])
    let inside = Atomic(0)
    let overlaps = Atomic(0)
    let end = Signal()
    for number in 0..<2000 {
      inbox.post(number) { events in
        if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
        let count = seen.withLock { seen in
          seen += events
          return seen.count
        }
        inside.subtract(1, ordering: .relaxed)
        if count == 2000 { end.fire() }
        return false
      }
    }
    await end.wait()
    #expect(seen.withLock { $0 } == Array(0..<2000))
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  @Test("Who has more to do comes again behind those who wait")
  func fairness() async throws {
    let threads = DecodeThreads(count: 1)
    try threads.start()
    let inbox = SerialInbox<Int>(threads: threads)
    let turns = Mutex(0)
    let other = Signal()
    let end = Signal()
    let gate = Gate()
    threads.run { gate.pass() }
    inbox.post(0) { _ in
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      if turn == 2 {
        #expect(other.hasFired)
        end.fire()
      }
      return turn < 2
    }
    threads.run { other.fire() }
    gate.open()
    await end.wait()
  }

  @Test("An answer given before anybody waits is not lost, and a second one is")
  func completion() async {
    let completion = Completion<Int>()
    #expect(completion.finish(.success(1)))
    #expect(!completion.finish(.success(2)))
    await completion.wait { Issue.record("Started in spite of its answer") }
    #expect((try? completion.takeAnswer().get()) == 1)
  }
}
