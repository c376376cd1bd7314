import LazuliTestSupport
import Testing

@Suite("Contact sheets")
struct SheetTests {
  private let tool: ToolRun

  init() throws {
    tool = try ToolRun([
      "red.png": TinyPNG.filled(width: 2, height: 2, with: [255, 0, 0, 255]),
      "clear.png": TinyPNG.filled(width: 2, height: 2, with: [0, 0, 0, 0]),
      "large.png": TinyPNG.filled(width: 40, height: 10, with: [0, 0, 255, 255]),
    ])
  }

  /// The colours of the sheet, as hexadecimal digits, row after row.
  private func rows(_ words: String, width: Int) -> [String] {
    let result = tool(
      "lazuli sheet -q \(words) -o - | lazuli fetch --format rgba -o - - | od -An -v -tx1 -w\(width * 4)")
    return result.output.split(separator: "\n").map { $0.filter { $0 != " " } }
  }

  @Test("Pictures lie in their order, each in the middle of its cell, with gaps around")
  func order() {
    let (back, red, blue) = ("010203ff", "ff0000ff", "0000ffff")
    let empty = String(repeating: back, count: 11)
    #expect(
      rows("--columns 2 --cell 4x2 --gap 1 --background 010203 red.png large.png red.png", width: 11) == [
        empty,
        back + back + red + red + back + back + blue + blue + blue + blue + back,
        back + back + red + red + back + back + back + back + back + back + back,
        empty,
        back + back + red + red + back + back + back + back + back + back + back,
        back + back + red + red + back + back + back + back + back + back + back,
        empty,
      ])
  }

  @Test("There are about as many rows as columns", arguments: [(1, "1x1"), (2, "2x1"), (5, "3x2"), (9, "3x3")])
  func square(count: Int, expected: String) {
    let words = String(repeating: " red.png", count: count)
    let result = tool("lazuli sheet -q --json --cell 1x1 --gap 0 \(words) -o s.png && lazuli info s.png")
    let numbers = result.output.split(separator: " ").filter { Int($0) != nil }
    #expect(numbers.prefix(2).joined(separator: "x") == expected, "\(result.output)")
  }

  @Test("What is transparent lies on light squares")
  func transparent() {
    #expect(rows("--cell 2x2 --gap 0 clear.png", width: 2) == ["f6f6f6fff6f6f6ff", "f6f6f6fff6f6f6ff"])
  }

  @Test("A picture that fails is told, and its cell is marked; the rest is there")
  func failed() {
    let result = tool("lazuli sheet none.png red.png --cell 4x4 --gap 0 -o s.png; echo $?; lazuli info s.png")
    #expect(result.output.contains("none.png: There is no such file") && result.output.contains("\n3\n"))
    let rows = rows("none.png red.png --cell 4x2 --gap 0 2>/dev/null", width: 8)
    #expect(rows.count == 2 && rows[0].hasPrefix("dc5050ff") && rows[0].hasSuffix("ff0000ff282828ff"), "\(rows)")
  }

  @Test("Where every picture fails there is no sheet, and the exit code is theirs")
  func allFailed() {
    let result = tool("lazuli sheet none.png nor-this.png -o s.png; echo $?; ls s.png")
    #expect(result.output.contains("none.png: ") && result.output.contains("nor-this.png: "), "\(result.output)")
    #expect(result.output.contains("s.png: warning: nothing is written") && result.output.contains("\n3\n"))
    #expect(result.output.contains("cannot access"), "\(result.output)")
    let mixed = tool("echo no picture >bad.png; lazuli sheet none.png bad.png -o s.png")
    #expect(mixed.status == 1, "\(mixed.output)")
  }

  @Test("A sheet beyond the limits is refused before any picture is read")
  func large() {
    let result = tool("lazuli sheet none.png none.png --cell 60000x60000 -o s.png; echo $?; ls s.png")
    #expect(result.output.contains("limits.decoded_pixels") && result.output.contains("\n5\n"), "\(result.output)")
    #expect(!result.output.contains("none.png"))
  }

  @Test(
    "A mistake is one of the command line",
    arguments: ["red.png", "-o s.png", "red.png -o s.nothing", "red.png -o a.png", "red.png -o s.png --columns 0"])
  func refused(words: String) {
    #expect(tool("lazuli sheet \(words)").status == 2)
  }
}
