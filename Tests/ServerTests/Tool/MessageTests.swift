import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("What the tool says when something fails", .timeLimit(.minutes(1)))
struct MessageTests {
  @Test("A long data URL is named by its beginning")
  func longName() async throws {
    let url = "data:image/gif;base64," + String(repeating: "QUJD", count: 10_000)
    let run = try await Tool.run("info", url)
    #expect(run.status == 4 && run.errorText.contains("…: "), "\(run.errorText.prefix(1000))")
    #expect(run.errorText.utf8.count < 2_000)
  }

  @Test(
    "A near word is suggested, a far one is not",
    arguments: [("--sise", "--size"), ("--fromat", "--format"), ("--nope", nil), ("-z", nil)])
  func suggestion(word: String, expected: String?) async throws {
    let run = try await Tool.run("fetch", word, "a.png")
    #expect(run.status == 2)
    #expect(run.errorText.contains("did you mean \(expected ?? "")") == (expected != nil), "\(run.errorText)")
  }

  @Test("A folder that is no plugin's lacks its manifest")
  func noManifest() async throws {
    let folder = try TemporaryFolder()
    let run = try await Tool.run("plugins", "check", folder.path)
    #expect(run.status == 7 && run.errorText.contains("plugin.json does not exist"), "\(run.errorText)")
  }

  @Test("Ctrl-C: 130, and not a word", arguments: ["info", "show"])
  func interrupted(command: String) async throws {
    let server = try ScriptedServer()
    let asked = Latch()
    server.on("/slow.png") {
      asked.open()
      $0.waitForPeerToClose()
    }
    let folder = try TemporaryFolder()
    let program = try Tool.start([command] + folder.patience() + [server.url("/slow.png"), server.url("/slow.png")])
    await asked.wait()
    program.interrupt()
    let run = try await program.end()
    #expect(run.status == 130 && run.text == "" && run.errorText == "", "\(run.text)\(run.errorText)")
  }
}
