import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("lazuli show --progress", .timeLimit(.minutes(5)))
struct ShowProgressTests {
  /// Rows from the top, stored without compression.
  private static let file = TinyPNG.filled(width: 40, height: 40, with: [51, 102, 204, 255])
  private let server: ScriptedServer
  /// Opens when somebody asks for /go.
  private let latch = Latch()

  init() throws {
    server = try ScriptedServer()
    let latch = latch
    server.on("/go") { exchange in
      latch.open()
      exchange.respond()
    }
    server.on("/slow.png") { exchange in
      exchange.sendHead(200, [("Content-Length", "\(Self.file.count)")])
      exchange.send(Array(Self.file.prefix(Self.file.count / 2)))
      latch.pass()
      exchange.send(Array(Self.file.dropFirst(Self.file.count / 2)))
    }
  }

  @Test("The rows so far are shown, and the picture takes their place")
  func inPlace() async throws {
    let line =
      "TERM=xterm '\(Tool.path)' show --progress --protocol blocks '\(server.url("/slow.png"))' & id=$!; read -r key; "
      + "exec 3<>/dev/tcp/127.0.0.1/\(server.port); printf 'GET /go HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' >&3; "
      + "wait $id; echo ended $?"
    let run = try await FakeTerminal().run(
      ["/bin/bash", "-c", line], reactions: [.init(to: "▀", "go\n")])
    #expect(run.text.contains("ended 0"), "\(run.text.suffix(300))")
    #expect(run.isRestored && run.text.contains("\u{1B}[?25h"))
    let parts = run.text.split(separator: "\u{1B}[20A\r")
    #expect(parts.count >= 2)
    #expect(parts.first.map(Self.lineCount) ?? 0 < 20 && parts.last.map(Self.lineCount) == 20)
  }

  /// Lines with something on them.
  private static func lineCount(_ text: Substring) -> Int {
    text.split(whereSeparator: \.isNewline).count { $0.contains("▀") }
  }

  @Test("Ctrl-C while it loads ends it, with the terminal as it was")
  func interrupted() async throws {
    let run = try await FakeTerminal().run(
      [
        "/usr/bin/env", "TERM=xterm", Tool.path, "show", "--progress", "--protocol", "blocks", server.url("/slow.png"),
      ], reactions: [.init(to: "▀", "\u{03}")])
    latch.open()
    #expect(run.status == 130 && run.isRestored)
    #expect(run.text.contains("\u{1B}[?25h"))
  }

  @Test("Into a pipe goes the picture alone")
  func piped() async throws {
    latch.open()
    let run = try await Tool.run("show", "--progress", "--size", "40x20", server.url("/slow.png"))
    #expect(run.status == 0)
    #expect(!run.text.contains("\u{1B}[20A") && run.text.contains("▀"))
  }
}
