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

  @Test("A closed standard input is no picture")
  func closedInput() throws {
    let tool = try ToolRun()
    let result = tool("lazuli info - <&-")
    #expect(result.status == 3)
    #expect(result.output.contains("Bad file descriptor"))
  }

  @Test("A pipe is written into, and stays")
  func pipe() throws {
    let tool = try ToolRun()
    let result = tool(
      "mkfifo p && { cat p | cmp - a.png & } && lazuli fetch --force -q -o p a.png && wait && test -p p")
    #expect(result.status == 0)
  }
}
