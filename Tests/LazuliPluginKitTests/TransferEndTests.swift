import LazuliABI
import Testing

@Suite("A transfer ends once, whatever the host does")
struct TransferEndTests {
  private let pausing = RecordingSink(answer: { _, _ in LZL_DATA_PAUSE })

  @Test("A cancel ends it as cancelled, once, however often it is called")
  func cancel() async throws {
    let host = try TransportHost()
    let transfer = try host.open(pausing)
    await pausing.wait(forEvents: 2)
    for _ in 0..<3 { host.api.cancel(transfer) }
    await pausing.waitForEnd()
    host.api.cancel(transfer)
    host.api.unpause(transfer)
    host.api.setPriority(transfer, LZL_PRIORITY_HIGH)
    host.api.release(transfer)
    host.destroy()
    #expect(pausing.ends == [LZL_ERROR_CANCELLED])
    #expect(pausing.events.count == 3)
  }

  @Test("A cancel from within the response lets no piece through")
  func cancelAtResponse() async throws {
    let host = try TransportHost()
    let api = host.api
    let sink = RecordingSink(atResponse: { api.cancel($0) })
    let transfer = try host.open(sink, pieces: 3)
    await sink.waitForEnd()
    api.release(transfer)
    #expect(sink.pieces.isEmpty)
    #expect(sink.ends == [LZL_ERROR_CANCELLED])
  }

  @Test("An abort ends it as cancelled")
  func abort() async throws {
    let host = try TransportHost()
    let sink = RecordingSink(answer: { piece, _ in piece == 1 ? LZL_DATA_ABORT : LZL_DATA_ACCEPT })
    let transfer = try host.open(sink, pieces: 3)
    await sink.waitForEnd()
    host.api.release(transfer)
    #expect(sink.events.suffix(2) == [.notTaken(1), .done(LZL_ERROR_CANCELLED, limit: 0)])
  }

  @Test("A release before the end cancels, and done comes all the same")
  func earlyRelease() async throws {
    let host = try TransportHost()
    let transfer = try host.open(pausing)
    await pausing.wait(forEvents: 2)
    host.api.release(transfer)
    await pausing.waitForEnd()
    #expect(pausing.ends == [LZL_ERROR_CANCELLED])
  }

  @Test("A release from within done is legal")
  func releaseInDone() async throws {
    let host = try TransportHost()
    let api = host.api
    let sink = RecordingSink(atEnd: { api.release($0) })
    _ = try host.open(sink, pieces: 2)
    await sink.waitForEnd()
    #expect(sink.ends == [LZL_OK])
  }

  @Test("Destroying the transport ends all transfers before it returns, and leaves their handles legal")
  func destroy() async throws {
    let host = try TransportHost()
    let sinks = (0..<20).map { _ in RecordingSink(answer: { _, _ in LZL_DATA_PAUSE }) }
    let transfers = try sinks.map { try host.open($0) }
    host.destroy()
    #expect(sinks.allSatisfy { $0.ends == [LZL_ERROR_CANCELLED] })
    for transfer in transfers {
      host.api.unpause(transfer)
      host.api.cancel(transfer)
      host.api.setPriority(transfer, LZL_PRIORITY_LOW)
      host.api.release(transfer)
    }
    #expect(sinks.allSatisfy { $0.ends.count == 1 })
  }

  @Test("A transport that never had a transfer is destroyed without a thread to wait for")
  func unused() throws {
    let host = try TransportHost()
    host.destroy()
  }
}
