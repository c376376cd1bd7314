import LazuliTestSupport
import Testing

@Suite("Sizes that are asked for")
struct LimitTests {
  @Test(
    "A size beyond the limits is refused at once: the file, what helps, 5, and nothing is written",
    arguments: [
      "convert a.png --exact 60000x60000 -o b.png", "convert a.png --exact 4000000000x4000000000 -o b.png",
      "convert a.png --fit 60000x --enlarge -o b.png", "convert a.png --fill 60000x60000 --enlarge -o b.png",
      "convert a.png --crop 1x1+0+0 --exact 60000x60000 -o b.png", "fetch a.png --exact 60000x60000 -o b.png",
      "sheet a.png --cell 60000x60000 -o b.png",
    ])
  func refused(line: String) throws {
    let result = try ToolRun()("lazuli \(line); echo $?; ls b.png")
    #expect(result.output.contains("\n5\n"), "\(result.output)")
    #expect(result.output.contains(line.hasPrefix("sheet") ? "The sheet is " : "lazuli: a.png: "), "\(result.output)")
    #expect(result.output.contains("raise limits.decoded_"), "\(result.output)")
    #expect(result.output.contains("cannot access"), "\(result.output)")
  }

  @Test("It is the configuration's limit that counts, lower or higher")
  func configured() throws {
    let tool = try ToolRun([
      "low.json": Array(#"{"schema": "lazuli.config/1", "limits": {"decoded_pixels": 100}}"#.utf8)
    ])
    let result = tool("lazuli convert --config low.json --exact 11x11 a.png -o b.png")
    #expect(result.status == 5 && result.output.contains("121, and 100 are allowed"), "\(result.output)")
    #expect(tool("lazuli convert --config low.json --exact 10x10 a.png -o b.png").status == 0)
    #expect(tool("lazuli convert --config low.json --exact 10x10 --rotate 45 a.png -o c.png").status == 5)
  }

  @Test(
    "A picture that is never enlarged is as small as it is, whatever is asked",
    arguments: [
      "thumbnail --size 60000 a.png b.png", "show --size 60000x60000 a.png", "convert --fit 60000x60000 a.png -o b.png",
    ])
  func small(line: String) throws {
    #expect(try ToolRun()("lazuli \(line)").status == 0)
  }
}
