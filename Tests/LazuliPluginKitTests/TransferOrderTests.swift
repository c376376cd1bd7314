import LazuliABI
import Testing

@Suite("A transfer tells its sink everything in order")
struct TransferOrderTests {
  @Test("Response, pieces and done come in this order, and done is the last")
  func order() async throws {
    let host = try TransportHost()
    let sink = RecordingSink()
    let transfer = try host.open(sink, pieces: 3)
    await sink.waitForEnd()
    host.api.release(transfer)
    host.destroy()
    #expect(
      sink.events == [
        .response(expected: 30, identity: [1, 2, 3], fields: ["Name: value"]),
        .piece(0), .piece(1), .piece(2), .done(LZL_OK, limit: 0),
      ])
    #expect(!sink.hasOverlapped)
  }

  @Test("A body of no bytes is a response and done")
  func empty() async throws {
    let host = try TransportHost()
    let sink = RecordingSink()
    let transfer = try host.open(sink, pieces: 0)
    await sink.waitForEnd()
    host.api.release(transfer)
    #expect(sink.events.count == 2)
    #expect(sink.ends == [LZL_OK])
  }

  @Test("Fewer bytes than announced are a lost connection")
  func shortfall() async throws {
    let host = try TransportHost()
    let sink = RecordingSink()
    let transfer = try host.open(sink, pieces: 2, announcing: "x")
    await sink.waitForEnd()
    host.api.release(transfer)
    #expect(sink.pieces == [0, 1])
    #expect(sink.ends == [LZL_ERROR_CONNECTION_LOST])
  }

  @Test(
    "A body may be as large as the limit, and not a byte larger",
    arguments: [(UInt64(30), LZL_OK), (UInt64(29), LZL_ERROR_LIMIT_EXCEEDED)])
  func ceiling(limit: UInt64, code: lzl_status) async throws {
    let host = try TransportHost()
    let sink = RecordingSink()
    let transfer = try host.open(sink, pieces: 3, maximumByteCount: limit)
    await sink.waitForEnd()
    host.api.release(transfer)
    #expect(sink.events.last == .done(code, limit: code == LZL_OK ? 0 : LZL_LIMIT_ENCODED_BYTES))
    #expect(sink.pieces.count == Int(limit) / ScriptedTransport.pieceByteCount)
  }

  @Test("A request that is refused never reaches the sink")
  func refusal() throws {
    let host = try TransportHost()
    let sink = RecordingSink()
    #expect(throws: TransportHost.Failure.self) { _ = try host.open(sink, host: "refused") }
    host.destroy()
    #expect(sink.events.isEmpty)
  }

  @Test("Many transfers are served in turn")
  func turns() async throws {
    let host = try TransportHost()
    let sinks = (0..<50).map { _ in RecordingSink() }
    let transfers = try sinks.map { try host.open($0, pieces: 20) }
    for sink in sinks { await sink.waitForEnd() }
    for transfer in transfers { host.api.release(transfer) }
    #expect(sinks.allSatisfy { $0.ends == [LZL_OK] && $0.pieces.count == 20 })
  }
}
