import Testing

@Suite("What the tool is told")
struct NameTests {
  @Test("A file is found whatever bytes are in its name", arguments: [#"x\377\376.png"#, #"new\nline.png"#, "-a.png"])
  func strangeNames(name: String) throws {
    let tool = try ToolRun()
    let result = tool("n=$(printf -- '\(name)') && cp -- a.png \"$n\" && lazuli info -- \"$n\"")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("A list may hold such names, and the line ends of other systems")
  func list() throws {
    let tool = try ToolRun()
    let result = tool(
      #"n=$(printf 'x\377.png') && cp a.png "$n" && printf '# names\r\n\r\n a.png \r\n%s\n' "$n" > list && "#
        + "lazuli fetch -o out/ --from list && ls out | wc -l")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("2\n"))
  }

  @Test(
    "A password is not repeated",
    arguments: ["http://u:secret@127.0.0.1:9/", "http:u:secret@127.0.0.1:9/", "http://u:secret@bad host/"],
    ["", "--json"])
  func password(url: String, option: String) throws {
    let tool = try ToolRun()
    let result = tool("lazuli info \(option) '\(url)'")
    #expect(result.status != 0)
    #expect(!result.output.contains("secret"))
  }
}
