import LazuliTestSupport
import Testing

@Suite("Files that are replaced")
struct OverwritingTests {
  private let tool: ToolRun

  init() throws {
    tool = try ToolRun(["wide.png": TinyPNG.filled(width: 8, height: 4, with: [9, 200, 30, 255])])
  }

  @Test(
    "A link stays a link, and the file behind it is the new picture with the mode of before",
    arguments: [
      "fetch --force -o link.png wide.png", "convert --force -o link.png wide.png",
      "sheet --force -o link.png wide.png", "compare --force -o link.png wide.png wide.png",
      "thumbnail --size 8 wide.png link.png", "fetch --force -o . other/link.png",
    ])
  func link(line: String) {
    let result = tool(
      """
      mkdir real other && cp a.png real/file.png && chmod 640 real/file.png && ln -s real/file.png middle && \\
      ln -s "$PWD/middle" link.png && cp wide.png other/link.png && lazuli \(line) >/dev/null; echo $?; \\
      stat -c '%F' link.png middle; stat -c '%a' real/file.png; lazuli info real/file.png; ls -A real
      """)
    #expect(result.output.hasPrefix("0\nsymbolic link\nsymbolic link\n640\n"), "\(result.output)")
    #expect(!result.output.contains("1 × 1") && result.output.hasSuffix("\nfile.png\n"), "\(result.output)")
  }

  @Test("A link that leads nowhere is something that is there; by force its file is made")
  func danglingLink() {
    let result = tool(
      """
      ln -s nowhere.png link.png; lazuli fetch -o link.png wide.png; echo $?; \\
      lazuli fetch -q --force -o link.png wide.png; echo $?; cmp nowhere.png wide.png && readlink link.png
      """)
    #expect(result.output.contains("--force"))
    #expect(result.output.hasSuffix("2\n0\nnowhere.png\n"), "\(result.output)")
  }

  @Test("Links that go in circles are an error")
  func circle() {
    let result = tool("ln -s two one; ln -s one two; lazuli fetch --force -o one wide.png")
    #expect(result.status == 3 && result.output.contains("one: Too many levels of symbolic links"), "\(result.output)")
  }

  @Test("A new file has what the umask leaves, a replaced one keeps its mode", arguments: ["077 600", "022 644"])
  func mode(words: String) {
    let (mask, mode) = (words.prefix(3), words.suffix(3))
    let result = tool(
      """
      umask \(mask); lazuli fetch -q -o new.png wide.png; cp a.png old.png; chmod 604 old.png; \\
      lazuli fetch -q --force -o old.png wide.png; stat -c %a new.png old.png
      """)
    #expect(result.output == "\(mode)\n604\n", "\(result.output)")
  }

  @Test("Several pictures need a folder, which is there or is named as one", arguments: ["fetch", "convert"])
  func folder(command: String) {
    let result = tool("lazuli \(command) a.png wide.png -o two.png; echo $?; ls -d two.png")
    #expect(result.output.contains("\n2\n") && result.output.contains("-o two.png/"), "\(result.output)")
    #expect(result.output.contains("cannot access"), "\(result.output)")
    #expect(tool("lazuli \(command) a.png wide.png -o two/ && ls two | wc -l").output.hasSuffix("2\n"))
    #expect(tool("mkdir three && lazuli \(command) a.png wide.png -o three").status == 0)
    #expect(tool("lazuli \(command) a.png wide.png -o a.png").status == 2)
  }

  @Test(
    "What cannot be written to is named, the file and what to do",
    arguments: [
      "convert a.png -o none/b.png", "compare a.png a.png -o none/b.png", "sheet a.png -o none/b.png",
      "thumbnail --size 9 a.png none/b.png", "fetch a.png -o none/b.png",
    ])
  func missingFolder(line: String) {
    let result = tool("lazuli \(line)")
    #expect(result.status == 3 && result.output.contains("none/b.png: No such file"), "\(result.output)")
    #expect(result.output.contains("make the folder none first"), "\(result.output)")
  }

  @Test("Nobody is told to make a folder that is there", arguments: ["/sys/lazuli-none/", "/proc/lazuli-none.png"])
  func folderThatIsThere(place: String) {
    let result = tool("lazuli convert a.png -o \(place)")
    #expect(result.status == 3 && result.output.contains("name another place"), "\(result.output)")
    #expect(!result.output.contains("make the folder"), "\(result.output)")
  }

  @Test("A picture in the format that is asked for stays as it came, to the byte; another one is written anew")
  func original() {
    let line = "lazuli convert -q --force --quality 30 wide.png -o own.jpg && cp own.jpg own.jpeg"
    for options in [
      "-o b.jpg own.jpg", "-o b.jpg own.jpeg", "--format jpeg -o b.jpg own.jpg", "-o b.jpg --force own.jpg",
    ] {
      #expect(tool("\(line) && lazuli fetch -q \(options) && cmp b.jpg own.jpg && rm b.jpg").status == 0, "\(options)")
    }
    for options in ["--quality 20", "--as-stored", "--gray", "--strip"] {
      let result = tool(
        "lazuli fetch -q \(options) -o b.jpg own.jpg && ! cmp -s b.jpg own.jpg; s=$?; rm b.jpg; exit $s")
      #expect(result.status == 0, "\(options): \(result.output)")
    }
    #expect(tool("lazuli fetch -q -o b.png own.jpg && lazuli info b.png").output.contains("png, 8 × 4"))
    #expect(tool("head -c 300 own.jpg >cut.jpg; lazuli fetch -o c.jpg cut.jpg; test ! -e c.jpg").status == 0)
  }
}
