import LazuliABI
import Synchronization
import Testing

@Suite("The highest priority has its turn first")
struct TransferPriorityTests {
  /// Holds the loop inside of a sink's call until the test has opened what it wants.
  private final class Barrier: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() { while !isOpen.load(ordering: .acquiring) {} }
  }

  @Test("Among transfers which wait, high comes before normal, normal before low, and the first before the second")
  func order() async throws {
    let barrier = Barrier()
    let order = Mutex<[UInt32]>([])
    let host = try TransportHost()
    let api = host.api
    let blocker = RecordingSink(atEnd: { _ in barrier.wait() })
    var transfers = [try host.open(blocker, pieces: 0)]
    var sinks: [RecordingSink] = []
    for (name, priority) in [
      (1, LZL_PRIORITY_LOW), (2, LZL_PRIORITY_NORMAL), (3, LZL_PRIORITY_NORMAL), (4, LZL_PRIORITY_LOW),
    ] {
      let sink = RecordingSink(atResponse: { _ in order.withLock { $0.append(UInt32(name)) } })
      sinks.append(sink)
      transfers.append(try host.open(sink, priority: priority))
    }
    api.setPriority(transfers[4], LZL_PRIORITY_HIGH)
    barrier.open()
    for sink in sinks { await sink.waitForEnd() }
    for transfer in transfers { api.release(transfer) }
    #expect(order.withLock { $0 } == [4, 2, 3, 1])
  }
}
