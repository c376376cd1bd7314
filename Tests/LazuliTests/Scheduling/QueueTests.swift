import LazuliCore
import LazuliTestSupport
import Testing

@testable import Lazuli

@Suite("Queues")
struct QueueTests {
  @Test("A queue gives back the least first, whatever was added, moved and removed")
  func heap() {
    var random = SeededGenerator(3)
    var queue = PriorityQueue<Int, Int>()
    var model: [Int: Int] = [:]
    for _ in 0..<20_000 {
      let element = Int.random(in: 0..<200, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0, 1:
        let rank = Int.random(in: 0..<50, using: &random)
        queue.set(element, rank)
        model[element] = rank
      case 2:
        #expect(queue.remove(element) == model.removeValue(forKey: element))
      default:
        #expect(queue.firstRank == model.values.min())
        if let first = queue.popFirst() { model[first] = nil }
      }
      #expect(queue.count == model.count)
    }
  }

  @Test("Transfers start by priority, then in the order of coming")
  func order() throws {
    var queue = TransferQueue(.init())
    let origin = try ResourceURL("https://a.test/").origin
    queue.add(1, for: origin, .normal)
    queue.add(2, for: origin, .high)
    queue.add(3, for: origin, .normal)
    queue.add(4, for: origin, .low)
    queue.move(4, for: origin, to: .veryHigh)
    #expect((0..<5).map { _ in queue.next(at: .zero) } == [.start(4), .start(2), .start(1), .start(3), .nothing])
  }

  @Test("Limits hold in all and for each host; a full host holds nobody else up")
  func limits() throws {
    var limits = TransferLimits()
    limits.maximumCount = 3
    limits.maximumCountPerHost = 2
    var queue = TransferQueue(limits)
    let (one, two) = (try ResourceURL("https://a.test/").origin, try ResourceURL("https://b.test/").origin)
    for job in 1...3 { queue.add(job, for: one, .high) }
    for job in 4...5 { queue.add(job, for: two, .low) }
    #expect((0..<4).map { _ in queue.next(at: .seconds(1)) } == [.start(1), .start(2), .start(4), .nothing])
    queue.release(two)
    #expect(queue.next(at: .seconds(1)) == .start(5))
    queue.release(one)
    #expect(queue.next(at: .seconds(1)) == .start(3))
  }

  @Test("Loads of little value start at a rate, others at once")
  func rate() throws {
    var limits = TransferLimits()
    limits.rate?.startsPerSecond = 10
    limits.rate?.burst = 2
    var queue = TransferQueue(limits)
    let origin = try ResourceURL("https://a.test/").origin
    for job in 1...4 { queue.add(job, for: origin, .low) }
    #expect((0..<3).map { _ in queue.next(at: .zero) } == [.start(1), .start(2), .later(.milliseconds(100))])
    queue.add(5, for: origin, .normal)
    #expect(queue.next(at: .zero) == .start(5))
    queue.remove(3, for: origin)
    #expect(queue.next(at: .milliseconds(100)) == .start(4))
  }

  @Test("The files of this machine have no limit of their own")
  func files() throws {
    var limits = TransferLimits()
    limits.maximumCountPerHost = 1
    var queue = TransferQueue(limits)
    let origin = try ResourceURL("file:///a").origin
    queue.add(1, for: origin, .normal)
    queue.add(2, for: origin, .normal)
    #expect(queue.next(at: .zero) == .start(1) && queue.next(at: .zero) == .start(2))
  }

  @Test("The gate lets in what fits, in order, and what is larger than it alone")
  func gate() {
    var gate = PixelGate(capacity: 100)
    let first = gate.request(60, for: 1, .normal)
    let second = gate.request(60, for: 2, .normal)
    let third = gate.request(10, for: 3, .normal)
    #expect(first && !second && !third)
    #expect(gate.release(1) == [2, 3])
    let large = gate.request(500, for: 4, .high)
    let small = gate.request(1, for: 5, .normal)
    #expect(!large && !small)
    #expect(gate.release(2).isEmpty)
    #expect(gate.release(3) == [4])
    #expect(gate.heldByteCount == 500)
    #expect(gate.release(4) == [5])
  }

  @Test("Who waits at the gate may be moved ahead, or leave")
  func gateOrder() {
    var gate = PixelGate(capacity: 100)
    let first = gate.request(100, for: 1, .normal)
    let waiting = (2...4).map { gate.request(100, for: $0, .low) }
    #expect(first && waiting == [false, false, false])
    #expect(gate.move(4, to: .high).isEmpty)
    #expect(gate.release(2).isEmpty)
    #expect(gate.release(1) == [4])
    #expect(gate.release(4) == [3])
  }
}
