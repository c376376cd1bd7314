import LazuliTestSupport
import Testing

@Suite("What the tool writes to")
struct OutputTests {
  @Test("An answer that nobody could get is no success")
  func fullDevice() throws {
    let tool = try ToolRun()
    let result = tool("lazuli info a.png >/dev/full")
    #expect(result.status == 3)
    #expect(result.output.contains("standard output"))
  }

  @Test("What is closed does not become another file", arguments: ["info a.png", "fetch -o b.png a.png"])
  func closedOutput(command: String) throws {
    let tool = try ToolRun()
    let result = tool("lazuli \(command) >&-")
    #expect(result.status == 3)
    #expect(result.output.contains("Bad file descriptor"))
  }

  @Test(
    "A reader that has seen enough ends the tool as it ends others, without a word", arguments: ["png", "jpeg", "rgba"])
  func brokenPipe(format: String) throws {
    let tool = try ToolRun(["big.png": Self.noise])
    let result = tool(
      "(lazuli convert --format \(format) --exact 900x900 -o - big.png; echo $? >code) | head -c 10 | wc -c; cat code")
    #expect(result.output == "10\n141\n", "\(result.output)")
  }

  @Test("With --json a mistake of the command line is a record, too")
  func usageAsJSON() throws {
    let result = try ToolRun()("lazuli info --json --frmes a.png")
    let record = try TestJSON(parsing: Array(result.output.utf8))
    #expect(result.status == 2 && record["ok"]?.bool == false && record["input"]?.isNull == true)
    #expect(record["error"]?["message"]?.string == "Unknown option --frmes; did you mean --frames?")
  }

  @Test("Beside a picture on standard output records go to standard error", arguments: ["fetch", "convert", "sheet"])
  func records(command: String) throws {
    let tool = try ToolRun()
    let result = tool("lazuli \(command) --json -o - a.png 2>records | lazuli info - && cat records")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(result.status == 0 && result.output.contains("png, "), "\(result.output)")
    #expect(try TestJSON(parsing: Array(last.utf8))["output"]?.string == "-")
  }

  @Test("A closed standard input is no picture")
  func closedInput() throws {
    let tool = try ToolRun()
    let result = tool("lazuli info - <&-")
    #expect(result.status == 3)
    #expect(result.output.contains("Bad file descriptor"))
  }

  @Test(
    "What cannot be written whole leaves nothing",
    arguments: [
      "convert --exact 600x600 big.png -o out/b.png", "sheet big.png -o out/b.jpg",
      "compare other.png big.png -o out/b.png", "thumbnail --only normal big.png",
      "thumbnail --size 500 big.png out/b.png",
    ])
  func noRoom(command: String) throws {
    let tool = try ToolRun(["big.png": Self.noise])
    // A file of 512 bytes is the largest that may be.
    let result = tool(
      """
      lazuli convert -q --gray big.png -o other.png; mkdir out; export XDG_CACHE_HOME=$PWD/out; \
      (ulimit -f 1; lazuli \(command)) >/dev/null 2>&1; test $? -ne 0 && find out -type f
      """)
    #expect(result.status == 0 && result.output == "", "\(result.output)")
  }

  /// Rows which no encoder makes small.
  private static var noise: [UInt8] {
    var generator = SeededGenerator(1)
    let row = (0..<1200).map { _ in UInt8.random(in: 0...255, using: &generator) }
    var file = TinyPNG(width: 300, height: 300)
    file.add("IDAT", TinyPNG.data(width: 1, height: 300, of: row))
    file.add("IEND", [])
    return file.bytes
  }

  @Test("A pipe is written into, and stays")
  func pipe() throws {
    let tool = try ToolRun()
    let result = tool(
      "mkfifo p && { cat p | cmp - a.png & } && lazuli fetch --force -q -o p a.png && wait && test -p p")
    #expect(result.status == 0)
  }
}
