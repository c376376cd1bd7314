import DecoderHarness
import Glibc
import LazuliABI
import Testing

extension ConformanceTests {
  @Test("A peer that is gone is an error, not a wait")
  func deadPeer() throws {
    let decoder = try RemoteDecoder(Subject.remote[0].load(), limits: .unlimited)
    kill(decoder.peer.identifier, SIGKILL)
    #expect(throws: HarnessError.self) { while true { _ = try decoder.step(flags: 0) } }
  }

  @Test("A peer that is silent is an error after a while")
  func silentPeer() throws {
    let decoder = try RemoteDecoder(Subject.remote[0].load(), limits: .unlimited)
    kill(decoder.peer.identifier, SIGSTOP)
    decoder.peer.patience = 50
    let error = #expect(throws: HarnessError.self) { try decoder.step(flags: 0) }
    #expect(error?.description.contains("no answer") == true)
    kill(decoder.peer.identifier, SIGKILL)
  }

  @Test("A peer without its plugin is an error")
  func peerWithoutDecoder() throws {
    #expect(throws: HarnessError.self) { try LoadedDecoder(library: "libNothing.so", format: "nothing") }
    #expect(throws: HarnessError.self) { try LoadedDecoder(library: "libLazuliPNG.so", format: "nothing") }
  }
}
