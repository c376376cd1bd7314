import LazuliTestSupport
import Testing

/// What a terminal says of itself.
private enum Answer {
  static let kitty = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;c"
  static let sixel = "\u{1B}[?1;0;256S\u{1B}[?63;1;2;4;6c"
  static let neither = "\u{1B}[?62;22c"
}

@Suite("lazuli show, before a terminal", .timeLimit(.minutes(5)))
struct ShowTests {
  private static let question = "\u{1B}[c"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(TinyPNG.filled(width: 30, height: 50, with: [51, 102, 204, 255]), to: "a.png")
    try folder.write(Self.animation, to: "b.png")
  }

  /// Two frames of a tenth of a second each, for ever.
  private static var animation: [UInt8] {
    var file = TinyPNG(width: 4, height: 4)
    file.addAnimation(frameCount: 2)
    file.addFrame(sequence: 0, width: 4, height: 4)
    file.add("IDAT", TinyPNG.data(width: 4, height: 4, of: [255, 0, 0, 255]))
    file.addFrame(sequence: 1, width: 4, height: 4)
    file.addFrameData(sequence: 2, width: 4, height: 4, of: [0, 255, 0, 255])
    file.add("IEND", [])
    return file.bytes
  }

  private func show(
    _ words: String..., terminal: FakeTerminal? = nil, kind: [String] = ["TERM=xterm-256color"],
    reactions: [FakeTerminal.Reaction], piece: Int = 4096
  ) async throws -> FakeTerminal.Run {
    let files = words.map { $0.hasSuffix(".png") ? folder.file($0) : $0 }
    let environment = ["/usr/bin/env", "-u", "TMUX", "-u", "STY"] + kind
    return try await (terminal ?? FakeTerminal(width: 800, height: 480))
      .run(environment + [Tool.path, "show"] + files, reactions: reactions, piece: piece)
  }

  private func isBlue(_ picture: ShownPicture?) -> Bool {
    picture.map { $0.width == 30 && $0.height == 50 && $0.words.allSatisfy { $0 == 0xFFCC_6633 } } ?? false
  }

  @Test("A terminal that says it can gets kitty's graphics, at full resolution; the cursor is left where it was")
  func kitty() async throws {
    let run = try await show("a.png", reactions: [.init(to: Self.question, Answer.kitty)])
    let placements = KittyReader.placements(in: run.bytes)
    #expect(run.status == 0 && run.isRestored && placements.count == 1)
    #expect(isBlue(placements.first?.picture))
    #expect(SixelReader.lastPicture(in: run.bytes) == nil)
  }

  @Test("One that has sixel gets sixels, also when its answer comes byte by byte", arguments: [1, 4096])
  func sixel(piece: Int) async throws {
    let run = try await show("a.png", reactions: [.init(to: Self.question, Answer.sixel)], piece: piece)
    #expect(run.status == 0 && run.isRestored && KittyReader.placements(in: run.bytes).isEmpty)
    #expect(isBlue(SixelReader.lastPicture(in: run.bytes)))
  }

  @Test(
    "One that has neither, says nothing, talks nonsense or stops in the middle gets text",
    arguments: [Answer.neither, "", "hello\u{1B}[", "\u{1B}_Gi=31;", "\u{1B}[?6x;4y"])
  func blocks(answer: String) async throws {
    let run = try await show("a.png", reactions: [.init(to: Self.question, answer)])
    #expect(run.status == 0 && run.isRestored, "\(run.text)")
    #expect(run.text.contains("▀"))
    #expect(!run.text.contains("\u{1B}P") && KittyReader.placements(in: run.bytes).isEmpty)
  }

  @Test("What is asked for is taken, whatever the terminal says")
  func chosen() async throws {
    let run = try await show(
      "--protocol", "sixel", "a.png", reactions: [.init(to: Self.question, Answer.kitty)])
    #expect(isBlue(SixelReader.lastPicture(in: run.bytes)))
    let blocks = try await show("--protocol", "blocks", "a.png", reactions: [])
    #expect(blocks.text.contains("▀") && !blocks.text.contains(Self.question))
    #expect(try await Tool.run("show", "--protocol", "tek", folder.file("a.png")).status == 2)
  }

  @Test("A large picture fits the window: its pixels by the terminal, by the system, or as on a VT340")
  func size() async throws {
    try folder.write(TinyPNG.filled(width: 900, height: 2000, with: [51, 102, 204, 255]), to: "large.png")
    for (pixels, answer, height) in [
      (UInt16(0), "\u{1B}[6;10;5t\u{1B}[?62;4c", 90), (240, Answer.sixel, 216), (0, Answer.sixel, 180),
      (0, "\u{1B}[?2;0;800;120S\u{1B}[?62;4c", 120),
    ] {
      let terminal = try FakeTerminal(columns: 80, rows: 10, width: pixels == 0 ? 0 : 960, height: pixels)
      let run = try await show("large.png", terminal: terminal, reactions: [.init(to: Self.question, answer)])
      #expect(SixelReader.lastPicture(in: run.bytes)?.height == height)
    }
  }

  @Test("Within tmux and screen no question is asked that they would take for a title")
  func multiplexers() async throws {
    for kind in [["TERM=screen-256color"], ["TERM=xterm", "TMUX=/tmp/x,1,0"]] {
      let run = try await show("a.png", kind: kind, reactions: [.init(to: Self.question, Answer.sixel)])
      #expect(!run.text.contains("\u{1B}_G"))
      #expect(isBlue(SixelReader.lastPicture(in: run.bytes)))
    }
  }

  @Test("A terminal too simple to ask, and a pipe, are asked nothing")
  func notAsked() async throws {
    let dumb = try await show("a.png", kind: ["TERM=dumb"], reactions: [])
    let piped = try await Tool.run("show", folder.file("a.png"))
    for text in [dumb.text, piped.text] { #expect(text.contains("▀") && !text.contains(Self.question)) }
    let redirected = try await FakeTerminal().run([
      "/bin/sh", "-c", "TERM=xterm '\(Tool.path)' show '\(folder.file("a.png"))' </dev/null",
    ])
    #expect(redirected.text.contains("▀") && !redirected.text.contains(Self.question))
  }

  @Test(
    "An animation plays until Ctrl-C: then its end is 130, and the cursor is back",
    arguments: [Answer.kitty, Answer.sixel, Answer.neither])
  func animation(answer: String) async throws {
    let run = try await show(
      "b.png", reactions: [.init(to: Self.question, answer), .init(to: "\u{1B}[?2026l", "\u{03}")])
    #expect(run.status == 130 && run.isRestored)
    #expect(run.text.contains("\u{1B}[?25l") && run.text.hasSuffix("\u{1B}[?25h"))
  }

  @Test("Frames take each other's place: the same name with kitty, the same lines with sixel")
  func frames() async throws {
    let end = FakeTerminal.Reaction(to: "\u{1B}[?2026l", "\u{03}")
    let kitty = try await show("b.png", reactions: [.init(to: Self.question, Answer.kitty), end])
    let placements = KittyReader.placements(in: kitty.bytes)
    #expect(placements.count >= 2 && Set(placements.map { $0.keys["i"] }).count == 1)
    #expect(placements.prefix(2).map { $0.picture.words[0] } == [0xFF00_00FF, 0xFF00_FF00])
    let sixel = try await show("b.png", reactions: [.init(to: Self.question, Answer.sixel), end])
    #expect(sixel.text.contains("\u{1B}[?2026h\u{1B}[1A\r"))
  }

  @Test("Ctrl-C while nobody answers ends it at once, with the terminal as it was")
  func interruptedQuestion() async throws {
    let run = try await show("a.png", reactions: [.init(to: Self.question, "\u{03}")])
    #expect(run.status == 130 && run.isRestored)
    #expect(!run.text.contains("▀"))
  }

  @Test("A signal that ends the program leaves the terminal as it was", arguments: ["QUIT", "HUP", "TERM"])
  func signals(name: String) async throws {
    let terminal = try FakeTerminal(width: 800, height: 480)
    let line =
      "TERM=xterm '\(Tool.path)' show '\(folder.file("b.png"))' & id=$!; wait_frame() { read -r key; }; "
      + "wait_frame; kill -\(name) $id; wait $id; echo ended $?"
    let run = try await terminal.run(
      ["/bin/bash", "-c", "set -m; \(line)"], reactions: [.init(to: "\u{1B}[?2026l", "go\n")])
    #expect(run.isRestored)
    #expect(run.text.contains("\u{1B}[?25h") && run.text.contains("ended "), "\(run.text.suffix(200))")
  }
}
