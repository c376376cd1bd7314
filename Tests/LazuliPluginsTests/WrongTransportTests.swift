import LazuliCore
import LazuliPlugins
import Testing

@Suite("Transports which break the contract")
struct WrongTransportTests {
  private let folder = PluginFolder()
  private let transport: any Transport

  init() throws {
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    transport = try folder.catalog().transport(for: "wrong")
  }

  private func open(_ path: String, _ sink: RecordingSink) throws -> any TransportTransfer {
    try transport.open(TransportRequest(url: ResourceURL("wrong:/\(path)")), sink: sink)
  }

  @Test("Without a fault response, body and end arrive once")
  func well() async throws {
    let sink = RecordingSink()
    let transfer = try open("well", sink)
    await sink.end()
    withExtendedLifetime(transfer) {}
    let state = sink.state
    #expect(state.addresses == [ConnectionAddress(address: .ipv4([127, 0, 0, 1]), port: 80)])
    #expect(state.heads.count == 1)
    #expect(state.heads.first?.status == 200)
    #expect(state.heads.first?.value(of: "x-test") == "yes")
    #expect(state.heads.first?.protocolVersion == "1.1")
    #expect(state.bytes == Array("body".utf8))
    #expect(state.ends.count == 1)
    #expect(state.ends.first! == nil)
  }

  static let faults = [
    (path: "bad-family", says: "unknown family"), ("no-response", "gave no response"),
    ("data-first", "data before a response"), ("status-42", "status 42"), ("null-fields", "1 fields"),
    ("two-responses", "a response twice"), ("empty-data", "without a byte"), ("null-data", "without a byte"),
    ("short", "announced 5 bytes, gave 4"),
  ]

  @Test("Each fault ends the transfer, told by name and blamed on the plugin", arguments: faults)
  func contained(fault: (path: String, says: String)) async throws {
    let sink = RecordingSink()
    let transfer = try open(fault.path, sink)
    await sink.end()
    withExtendedLifetime(transfer) {}
    #expect(sink.state.ends.count == 1)
    let error = try #require(sink.state.ends.first ?? nil)
    #expect(error.code == .pluginMisbehaved)
    #expect(error.plugin == "org.lazuli.test.wrong")
    #expect(error.message.contains(fault.says), "\(error.message)")
  }

  @Test(
    "Calls behind the end do not reach the sink, and the transport is not used again",
    arguments: ["late-data", "late-response", "late-connect", "done-twice"])
  func late(path: String) async throws {
    let sink = RecordingSink()
    var transfer: (any TransportTransfer)? = try open(path, sink)
    await sink.end()
    let before = sink.state
    #expect(transfer != nil)
    transfer = nil
    // The late call comes from a thread which a test cannot wait for: the transport will tell.
    var refusal: ImageError?
    while refusal == nil {
      do throws(ImageError) {
        let next = RecordingSink()
        let transfer = try transport.open(TransportRequest(url: ResourceURL("wrong:/well")), sink: next)
        await next.end()
        withExtendedLifetime(transfer) {}
      } catch {
        refusal = error
      }
    }
    #expect(refusal?.code == .pluginMisbehaved)
    let after = sink.state
    #expect(after.ends.count == 1)
    #expect(after.bytes == before.bytes)
    #expect(after.heads.count == before.heads.count)
    #expect(after.addresses.count == before.addresses.count)
  }

  @Test("An open that fails or succeeds without a trace never calls the sink", arguments: ["silent", "nothing"])
  func openWithoutTrace(path: String) {
    let sink = RecordingSink()
    let error = #expect(throws: ImageError.self) { try open(path, sink) }
    #expect(error?.code == .pluginMisbehaved)
    #expect(sink.state.ends.isEmpty)
  }

  @Test("A request which the transport refuses is the caller's fault")
  func refused() {
    let error = #expect(throws: ImageError.self) { try open("refused", RecordingSink()) }
    #expect(error?.code == .invalidRequest)
  }

  @Test("Errors of a transport keep their meaning", arguments: [("failing", "tls"), ("strange-code", "io")])
  func errors(fault: (String, String)) async throws {
    let sink = RecordingSink()
    let transfer = try open(fault.0, sink)
    await sink.end()
    withExtendedLifetime(transfer) {}
    #expect(try #require(sink.state.ends.first ?? nil).code.rawValue == fault.1)
  }

  @Test("A connection that the sink does not allow ends the transfer")
  func denied() async throws {
    let sink = RecordingSink(allows: false)
    let transfer = try open("well", sink)
    await sink.end()
    withExtendedLifetime(transfer) {}
    #expect(try #require(sink.state.ends.first ?? nil).code == .denied)
  }

  @Test("A piece that was not taken comes again after unpause")
  func pause() async throws {
    let sink = RecordingSink(answers: [.pause, .pause])
    let transfer = try open("well", sink)
    sink.onPause { transfer.unpause() }
    transfer.unpause()
    transfer.unpause()
    await sink.end()
    #expect(sink.state.bytes == Array("body".utf8))
    #expect(sink.state.ends.first! == nil)
  }

  @Test("Aborting and letting go of a transfer end it as cancelled")
  func cancellation() async throws {
    let aborting = RecordingSink(answers: [.abort])
    let transfer = try open("well", aborting)
    await aborting.end()
    withExtendedLifetime(transfer) {}
    #expect(try #require(aborting.state.ends.first ?? nil).code == .cancelled)
    let paused = RecordingSink(answers: [.pause])
    _ = try open("well", paused)
    await paused.end()
    #expect(try #require(paused.state.ends.first ?? nil).code == .cancelled)
  }

  @Test("A transport outlives the catalog for as long as somebody holds it")
  func outlives() async throws {
    // The catalog of `init` is gone by now, and the transport works still.
    let sink = RecordingSink()
    let transfer = try open("well", sink)
    await sink.end()
    withExtendedLifetime(transfer) {}
    #expect(sink.state.ends.count == 1)
  }
}
