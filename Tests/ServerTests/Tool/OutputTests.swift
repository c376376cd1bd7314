import EngineTestSupport
import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("lazuli fetch, where pictures go", .timeLimit(.minutes(10)))
struct OutputTests {
  private let folder: TemporaryFolder
  private let server: ScriptedServer

  init() throws {
    folder = try TemporaryFolder()
    server = try ScriptedServer()
    for path in ["/a.png", "/x/a.png"] { server.on(path) { $0.respond(png: TinyPNG.solid()) } }
  }

  @Test("Two of one name get two names, and a second run takes new ones")
  func unique() async throws {
    for _ in 0..<2 {
      let run = try await Tool.run(
        "fetch", "-o", folder.file("out/"), server.url("/a.png"), server.url("/x/a.png"))
      #expect(run.status == 0, "\(run.errorText)")
    }
    #expect(try folder.names(in: "out") == ["a-2.png", "a-3.png", "a-4.png", "a.png"])
  }

  @Test("Without -o the folder is the one where the command runs")
  func here() async throws {
    let run = try await Tool.run("fetch", server.url("/a.png"), in: folder.path)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try folder.names() == ["a.png"])
  }

  @Test("A file that is there stays as it is, unless it may be replaced")
  func existing() async throws {
    let path = try folder.write(Array("mine".utf8), to: "mine.png")
    let run = try await Tool.run("fetch", "-o", path, server.url("/a.png"))
    #expect(run.status == 2 && run.errorText.contains("--force"), "\(run.errorText)")
    #expect(try TestFile.bytes(at: path) == Array("mine".utf8))
    #expect(server.requests.isEmpty)
    let forced = try await Tool.run("fetch", "--force", "-o", path, server.url("/a.png"))
    #expect(forced.status == 0, "\(forced.errorText)")
    #expect(try await ImagePipeline.built().image(for: "file://\(path)").width == 1)
    #expect(try folder.names() == ["mine.png"])
  }

  @Test("A failure replaces nothing")
  func failedReplacement() async throws {
    let path = try folder.write(Array("mine".utf8), to: "mine.png")
    let run = try await Tool.run("fetch", "--force", "-o", path, server.url("/none.png"))
    #expect(run.status == 3)
    #expect(try TestFile.bytes(at: path) == Array("mine".utf8))
    #expect(try folder.names() == ["mine.png"])
  }

  @Test("Standard output gets the bytes and nothing else")
  func standardOutput() async throws {
    let run = try await Tool.run("fetch", "-o", "-", server.url("/a.png"))
    #expect(run.status == 0 && run.bytes == TinyPNG.solid() && run.errorText == "")
    let raw = try await Tool.run("fetch", "--format", "rgba", "-o", "-", server.url("/a.png"))
    #expect(raw.bytes == [255, 0, 0, 255])
    let bad = try await Tool.run("fetch", "-o", "-", server.url("/none.png"))
    #expect(bad.status == 3 && bad.bytes.isEmpty && bad.errorText.contains("404"))
  }

  @Test(
    "A name from outside is no path, no hidden file and no command for a terminal",
    arguments: [
      ("/..%2F..%2Fetc%2Fpasswd", "_.._etc_passwd"), ("/.hidden.png", "hidden"), ("/", "image"), ("/x/", "x"),
      ("/%1B%5B31mred.png", "__31mred"), ("/%00a.png", "_a"), ("/-rf.png", "rf"), ("/a%0Ab.png", "a_b"),
      ("/%E2%80%AEgnp.exe", "_gnp"), ("/a.png?x=/etc/passwd", "a"), ("/%FF%FE.png", "__"),
    ])
  func safeName(path: String, expected: String) async throws {
    server.on(String(path.prefix { $0 != "?" })) { $0.respond(png: TinyPNG.solid()) }
    let run = try await Tool.run("fetch", "-o", folder.file("out/"), server.url(path))
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try folder.names(in: "out") == ["\(expected).png"])
    #expect(try folder.names() == ["out"])
  }
}
