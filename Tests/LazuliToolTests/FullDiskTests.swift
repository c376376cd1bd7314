import LazuliTestSupport
import Testing

@Suite("When there is no room for the file")
struct FullDiskTests {
  @Test("There is no file, and the error says why", arguments: ["png", "jpeg", "gif"])
  func limit(_ format: String) throws {
    let tool = try ToolRun(["large.png": TinyPNG.filled(width: 600, height: 600, with: [1, 2, 3, 255])])
    // A signal for a file that grows too large would end the tool: it is not told of it.
    let result = tool(
      "trap '' XFSZ; (ulimit -f 0; lazuli fetch -q --format \(format) -o out.\(format) large.png); echo $?; ls")
    #expect(result.output.contains("File too large"), "\(result.output)")
    #expect(result.output.contains("\n3\n") && !result.output.contains("out.\(format)\n"), "\(result.output)")
  }

  @Test("A damaged picture leaves no file", arguments: ["png", "jpeg", "gif"])
  func damaged(_ format: String) throws {
    let whole = TinyPNG.filled(width: 60, height: 60, with: [1, 2, 3, 255])
    let tool = try ToolRun(["cut.png": Array(whole.prefix(whole.count / 2))])
    let result = tool("lazuli fetch -q --format \(format) -o out.\(format) cut.png; echo $?; ls")
    #expect(!result.output.contains("\n0\n") && !result.output.contains("\nout.\(format)\n"), "\(result.output)")
    #expect(result.output.contains("cut.png"))
  }

  @Test("A full device is an error", arguments: ["png", "jpeg", "gif"])
  func device(_ format: String) throws {
    let tool = try ToolRun()
    let result = tool("lazuli fetch -q --force --format \(format) -o /dev/full a.png")
    #expect(result.status == 3 && result.output.contains("No space left"), "\(result.output)")
  }
}
