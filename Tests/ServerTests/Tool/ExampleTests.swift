import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("The examples of --help", .timeLimit(.minutes(10)))
struct ExampleTests {
  /// What a program reads of --help.
  private static func help() async throws -> [TestJSON] {
    let run = try await Tool.run("--help", "--json")
    return try #require(run.jsonLines().first?["commands"]?.elements)
  }

  @Test("Each does what it says, as it is printed: files, servers and viewers are stood in for")
  func run() async throws {
    let server = try ScriptedServer()
    let pictures = try await Self.pictures(server)
    let lines = try await Self.help().flatMap { $0["examples"]?.elements ?? [] }.compactMap { $0["line"]?.string }
    #expect(lines.count > 20)
    for line in lines {
      let folder = try TemporaryFolder()
      let script = """
        cp -r \(pictures.path)/* \(folder.path)/; cd \(folder.path); rm -f \(Self.output(of: line)); export XDG_CACHE_HOME=$PWD/cache
        viewer() { cat >/dev/null; }; lazuli() { \(Tool.path) "$@"; }
        \(Self.standIn(for: line, server))
        """
      let result = try await Program(["/bin/bash", "-o", "pipefail", "-c", script]).end()
      #expect(result.status == 0, "\(line): \(result.errorText)")
      #expect(!result.errorText.contains("warning"), "\(line): \(result.errorText)")
    }
  }

  /// The line with what is not here put right.
  private static func standIn(for line: String, _ server: ScriptedServer) -> String {
    let origin = String(server.url("/").dropLast())
    return line.replacing("https://example.org", with: origin).replacing(" URL ", with: " \(origin)/a.png ")
      .replacing("file:///home/me/", with: "file://$PWD/").replacing("/tmp/", with: "$PWD/new-")
  }

  /// The file behind -o, as far as it is one.
  private static func output(of line: String) -> String {
    let words = line.split(separator: " ")
    let place = words.firstIndex(of: "-o").flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    return place.map { $0 == "-" || $0.hasSuffix("/") ? "" : String($0) } ?? ""
  }

  /// A folder with what the examples name; the server has the same.
  private static func pictures(_ server: ScriptedServer) async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(TinyPNG.solid(40, 30), to: "a.png")
    try folder.write(TinyPNG.moving(), to: "moving.png")
    let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let made = Shell.run(
      """
      cd \(folder.path) && cp a.png photo.png && cp a.png scan.png && \
      \(Tool.path) convert -q a.png -o a.jpg && cp a.jpg b.jpg && cp a.jpg photo.jpg && \
      \(Tool.path) convert -q moving.png -o animation.gif && rm moving.png && mkdir my-plugin && \
      cp \(root)/Plugins/png/plugin.json \(BuildFolder.path)/libLazuliPNG.so my-plugin/ && \
      printf '%s\\n' \(server.url("/a.png")) >urls.txt
      """)
    #expect(made.status == 0, "\(made.output)")
    let files = [("/a.png", "a.png"), ("/a.gif", "animation.gif"), ("/large.jpg", "photo.jpg")]
    for (path, name) in files {
      let bytes = try TestFile.bytes(at: folder.file(name))
      server.on(path) { $0.respond(body: bytes) }
    }
    return folder
  }

  @Test("For programs there is what people read: every option, every choice, every exit code")
  func definitions() async throws {
    for command in try await Self.help() {
      let name = try #require(command["name"]?.string)
      let text = try await Tool.run(name, "--help").text
      let own = try #require(try await Tool.run(name, "--help", "--json").jsonLines().first)
      #expect(own == command)
      let options = try #require(command["options"]?.elements)
      for option in options { #expect(text.contains(option["name"]?.string ?? "?")) }
      let printed = text.split(separator: "\n").filter { $0.hasPrefix("  -") }
      #expect(printed.count == options.count)
    }
    let overview = try await Tool.run("help", "--json").jsonLines().first
    #expect(overview?["exit_codes"]?.elements.count == 10)
    #expect(overview?["version"]?.string != nil)
  }

  @Test("The table of exit codes in the README is that of --help")
  func exitCodes() async throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined()
    let readme = String(decoding: try TestFile.bytes(at: "\(root)/README.md"), as: UTF8.self)
    let codes = try await Tool.run("help", "--json").jsonLines().first?["exit_codes"]?.elements ?? []
    for code in codes {
      #expect(readme.contains("| \(code["code"]?.integer ?? -1) | \(code["meaning"]?.string ?? "") |"))
    }
  }
}
