import LazuliABI
import Synchronization
import Testing

@Suite("A sink that pauses gets the same byte again")
struct TransferPauseTests {
  @Test("After a pause the piece comes again when the host asks, and not before")
  func pause() async throws {
    let host = try TransportHost()
    let mayTake = Atomic(false)
    let sink = RecordingSink(answer: { piece, _ in
      piece < 1 || mayTake.load(ordering: .acquiring) ? LZL_DATA_ACCEPT : LZL_DATA_PAUSE
    })
    let transfer = try host.open(sink, pieces: 2)
    await sink.wait(forEvents: 3)
    // Another transfer on the same loop comes to its end meanwhile: the paused one had its chance.
    let other = RecordingSink()
    let otherTransfer = try host.open(other, pieces: 5)
    await other.waitForEnd()
    #expect(sink.events.last == .notTaken(1))
    mayTake.store(true, ordering: .releasing)
    host.api.unpause(transfer)
    await sink.waitForEnd()
    host.api.release(transfer)
    host.api.release(otherTransfer)
    #expect(sink.pieces == [0, 1])
    #expect(sink.ends == [LZL_OK])
  }

  @Test("An unpause that comes before the pause was answered is not lost")
  func earlyUnpause() async throws {
    let host = try TransportHost()
    let api = host.api
    let refusals = Atomic(0)
    let sink = RecordingSink(answer: { _, transfer in
      guard refusals.add(1, ordering: .relaxed).newValue.isMultiple(of: 2) else { return LZL_DATA_ACCEPT }
      api.unpause(transfer)
      return LZL_DATA_PAUSE
    })
    let transfer = try host.open(sink, pieces: 4)
    await sink.waitForEnd()
    api.release(transfer)
    #expect(sink.pieces == [0, 1, 2, 3])
    #expect(sink.events.contains(.notTaken(1)))
  }

  @Test("An unpause of a transfer that is not paused does nothing to a later pause")
  func strayUnpause() async throws {
    let host = try TransportHost()
    let api = host.api
    // Given during a call that is accepted in the end.
    let sink = RecordingSink(
      atResponse: { api.unpause($0) },
      answer: { piece, transfer in
        if piece == 0 { api.unpause(transfer) }
        return piece == 0 ? LZL_DATA_ACCEPT : LZL_DATA_PAUSE
      })
    let transfer = try host.open(sink, pieces: 2)
    await sink.wait(forEvents: 3)
    let other = RecordingSink()
    let otherTransfer = try host.open(other, pieces: 5)
    await other.waitForEnd()
    #expect(sink.events.count == 3)
    api.release(transfer)
    api.release(otherTransfer)
    await sink.waitForEnd()
    #expect(sink.ends == [LZL_ERROR_CANCELLED])
  }
}
