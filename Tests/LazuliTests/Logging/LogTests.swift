import Lazuli
import LazuliTestKit
import Synchronization
import Testing

@Suite("Log")
struct LogTests {
  private final class Entries: Sendable {
    private let state = Mutex<[PipelineLog.Entry]>([])
    var all: [PipelineLog.Entry] { state.withLock { $0 } }
    func add(_ entry: PipelineLog.Entry) { state.withLock { $0.append(entry) } }
  }

  @Test("A plugin that misbehaves is told to the log, by its id")
  func misbehaviour() async throws {
    let entries = Entries()
    let provider = ScriptedProvider([.event(.needInput)], plugin: "test.bad")
    let pipeline = ImagePipeline.fake(decoders: [provider], log: PipelineLog { entries.add($0) })
    let error = try await failure { () async throws(ImageError) in try await pipeline.image(from: [1, 2, 3, 4]) }
    #expect(error.code == .pluginMisbehaved && error.plugin == "test.bad")
    #expect(entries.all.map(\.plugin) == ["test.bad"])
    #expect(entries.all.first?.level == .error)
  }

  @Test("What is below the level asked for is not even composed")
  func level() {
    let entries = Entries()
    let log = PipelineLog(from: .warning) { entries.add($0) }
    func message() -> String {
      Issue.record("Composed for nobody")
      return ""
    }
    log.write(.notice, message())
    log.write(.warning, "seen")
    #expect(entries.all.map(\.message) == ["seen"])
  }
}
