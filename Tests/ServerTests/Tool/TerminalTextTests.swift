import Lazuli
import LazuliTestSupport
import ScriptedServer
import Testing

@Suite("lazuli, text from outside", .timeLimit(.minutes(10)))
struct TerminalTextTests {
  /// A colour, a title for the window, C1's way to begin one, and the order of characters reversed.
  private static let attack = "\u{1B}[31m\u{1B}]0;owned\u{07}\u{9B}1m\u{202E}"

  /// Nothing that a terminal would act on but line ends.
  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) && scalar.value != 0x202E
    }
  }

  @Test("A text within a picture is shown, and does nothing")
  func text() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(TinyPNG.commented("Comment", "before\u{1B}[31mafter\u{07}"), to: "a.png")
    let run = try await Tool.run("info", path)
    #expect(run.status == 0 && run.text.contains("before") && run.text.contains("after"), "\(run.text)")
    #expect(isHarmless(run.text))
    let json = try await Tool.run("info", "--json", path)
    #expect(json.status == 0 && isHarmless(json.text))
    #expect(try json.jsonLines().count == 1)
  }

  @Test("A URL and what a server says of itself do nothing either")
  func messages() async throws {
    let server = try ScriptedServer()
    server.on("/page.png") {
      $0.respond(200, [("Content-Type", "text/\(Self.attack)html")], body: Array("<html>".utf8))
    }
    server.on("/away.png") { $0.redirect(to: "ftp://x/\(Self.attack)") }
    let urls = ["/page.png", "/away.png", "/\(Self.attack)"].map { server.url($0) } + ["x\(Self.attack):y"]
    for options in [["-o", "-"], ["-o", "-", "--json"]] {
      let run = try await Tool.run(["fetch"] + options + urls)
      #expect(run.status != 0)
      #expect(isHarmless(run.text) && isHarmless(run.errorText), "\(run.text)\(run.errorText)")
    }
  }

  @Test("A word that is no command or option does nothing")
  func words() async throws {
    for words in [["\(Self.attack)"], ["fetch", "--\(Self.attack)"], ["fetch", "--size", Self.attack, "a"]] {
      let run = try await Tool.run(words)
      #expect(run.status == 2 && isHarmless(run.errorText), "\(run.errorText)")
    }
  }
}
