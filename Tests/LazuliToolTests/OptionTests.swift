import LazuliTestSupport
import Testing

@Suite("Options that do nothing")
struct OptionTests {
  private let tool: ToolRun

  init() throws {
    tool = try ToolRun(["wide.png": TinyPNG.filled(width: 8, height: 4, with: [9, 200, 30, 255])])
  }

  @Test(
    "An option that does nothing in the format is refused by its name, and there is no file",
    arguments: ["convert", "fetch"],
    [
      "--16bit -o b.jpg", "--depth 16 -o b.gif", "--progressive -o b.png", "--progressive -o b.gif",
      "--quality 90 -o b.png", "--quality 90 -o b.gif", "--chroma 444 -o b.png", "--effort 9 -o b.gif",
      "--loop 3 -o b.jpg", "--quality 90 --format rgba -o b", "--loop 3 --format rgba -o b", "--frames 2 -o b.png",
      "--gravity left --fit 2x2 -o b.png", "--enlarge --exact 2x2 -o b.png", "--filter area -o b.png",
      "--linear -o b.png", "--16bit --depth 8 -o b.png", "--loop 2 --still -o b.gif",
    ])
  func refused(command: String, options: String) {
    let result = tool("lazuli \(command) \(options) wide.png; echo $?; ls b*")
    #expect(result.output.contains("\n2\n"), "\(result.output)")
    #expect(
      result.output.contains("lazuli: --\(options.dropFirst(2).prefix { $0 != " " }) does nothing"), "\(result.output)")
    #expect(result.output.contains("cannot access"), "\(result.output)")
  }

  @Test(
    "Other commands say so, too",
    arguments: [
      "sheet --quality 90 wide.png -o s.png", "thumbnail --size 20 --only normal wide.png s.png",
      "thumbnail --size 20 --force wide.png s.png", "compare --amplify 3 a.png a.png", "compare --force a.png a.png",
    ])
  func otherCommands(line: String) {
    let result = tool("lazuli \(line)")
    #expect(result.status == 2 && result.output.contains(" does nothing "), "\(result.output)")
  }

  @Test("Where each picture keeps its own format, it is a warning for those that it does nothing to")
  func warnings() throws {
    let line = "lazuli convert --quality 50 b.jpg wide.png -o out/"
    let result = tool("lazuli convert -q wide.png -o b.jpg && \(line)")
    #expect(result.status == 0)
    #expect(result.output.contains("lazuli: wide.png: warning: --quality does nothing in png files"))
    #expect(!result.output.contains("b.jpg: warning"), "\(result.output)")
    let records = try tool("\(line) --json").output.split(separator: "\n").map { try TestJSON(parsing: Array($0.utf8)) }
    #expect(Set(records.map { $0["warnings"]?.elements.count }) == [0, 1])
  }

  @Test("What is lost of an animation is told")
  func animation() throws {
    let tool = try ToolRun(["moving.png": TestPictures.moving])
    #expect(tool("lazuli convert moving.png -o b.jpg").output.contains("only the first frame"))
    #expect(!tool("lazuli convert --still moving.png -o c.jpg").output.contains("warning"))
  }

  @Test("An animation plays as often as asked", arguments: [("3", "plays 3 times"), ("forever", "plays for ever")])
  func loop(count: String, told: String) throws {
    let tool = try ToolRun(["moving.png": TestPictures.moving])
    for name in ["b.gif", "b.png"] {
      let result = tool("lazuli convert -q --loop \(count) moving.png -o \(name) && lazuli info \(name)")
      #expect(result.output.contains(told), "\(result.output)")
    }
  }

  @Test(
    "A word that is nearly right is suggested",
    arguments: [
      ("convrt", "convert"), ("convert --fitt 2x2", "--fit"), ("help shwo", "show"),
      ("convert -o b.png --filter lanzcos3", "lanczos3"), ("thumbnail --only lagre", "large"), ("nothing-like-it", nil),
    ])
  func suggestion(line: String, expected: String?) {
    let result = tool("lazuli \(line) a.png")
    #expect(result.output.contains("did you mean \(expected ?? "")") == (expected != nil), "\(result.output)")
  }

  @Test("An option in front of the command is told where it belongs")
  func misplaced() {
    let result = tool("lazuli --json info a.png")
    #expect(result.status == 2 && result.output.contains("lazuli COMMAND --json"), "\(result.output)")
  }
}
