import LazuliTestSupport
import Testing

@Suite("Converting pictures")
struct ConvertTests {
  private let tool: ToolRun

  init() throws {
    let wide = TinyPNG.filled(width: 8, height: 4, with: [9, 200, 30, 128])
    tool = try ToolRun([
      "moving.png": TestPictures.moving, "jpeg.dat": [], "turned.png": Self.turned, "wide.png": wide,
    ])
  }

  /// Two pixels, whose EXIF says that they lie on their side.
  private static var turned: [UInt8] {
    var file = TinyPNG(width: 2, height: 1)
    file.add("eXIf", [77, 77, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
    file.add("IDAT", TinyPNG.data(width: 2, height: 1, of: [255, 0, 0, 255]))
    file.add("IEND", [])
    return file.bytes
  }

  @Test("What is converted as stored stays as it lies, and says so; what is turned upright says that")
  func orientation() throws {
    let result = tool(
      """
      lazuli convert -q --as-stored turned.png -o lying.png && lazuli convert -q turned.png -o upright.png && \
      lazuli info --json lying.png upright.png
      """)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""orientation":6"#) == true)
    #expect(lines.last?.contains(#""orientation":1"#) == true)
  }

  @Test("The format is that of the extension, of --format, or the picture's own")
  func formats() throws {
    let result = tool(
      """
      lazuli convert -q wide.png -o b.jpg && lazuli convert -q --format jpg wide.png -o c && \
      lazuli convert -q b.jpg -o out/ && lazuli convert -q - -o - <b.jpg >d && \
      head -qc 3 b.jpg c d out/b.jpg | od -An -tx1
      """)
    #expect(result.output.split(whereSeparator: \.isWhitespace).joined() == "ffd8ffffd8ffffd8ffffd8ff")
  }

  @Test("Transparency that is made here takes a format that has it, unless there is a background")
  func transparency() throws {
    let result = tool(
      """
      lazuli convert -q wide.png -o b.jpg && lazuli convert --round 2 b.jpg -o out/ && \
      lazuli convert --round 2 --background 102030 b.jpg -o out/ && lazuli convert --rotate 90 b.jpg -o out/
      """)
    let names = result.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names == ["out/b.png", "out/b.jpg", "out/b-2.jpg"])
  }

  @Test(
    "An animation stays one where the format has such",
    arguments: [
      ("-o b.png", "2 frames"), ("-o b.png --fit 2x", "2 frames"), ("-o b.png --still", ""), ("-o b.jpg", ""),
    ])
  func animation(options: String, frames: String) throws {
    let result = tool("lazuli convert -q moving.png \(options) && lazuli info b.*")
    #expect(result.status == 0 && result.output.contains("frames") == !frames.isEmpty, "\(result.output)")
    #expect(result.output.contains(frames))
  }

  @Test("Frames keep what they show")
  func frames() throws {
    let result = tool(
      """
      lazuli convert -q moving.png -o b.png && lazuli fetch --format rgba --frames all -o - b.png | od -An -v -tx1
      """)
    let pixels = String(repeating: "ff0000ff", count: 8) + String(repeating: "0000ffff", count: 8)
    #expect(result.output.split(whereSeparator: \.isWhitespace).joined() == pixels)
  }

  @Test(
    "Sizes come out as asked",
    arguments: [
      ("--fit 4x4", "4x2"), ("--size 4x4", "4x2"), ("--fit 4x", "4x2"), ("--fit x1", "2x1"), ("--fit 16x16", "8x4"),
      ("--fit 16x16 --enlarge", "16x8"), ("--fill 2x2", "2x2"), ("--fill 6x6", "6x4"),
      ("--fill 6x6 --enlarge --gravity left", "6x6"), ("--exact 3x9", "3x9"), ("--fit 4x4 --filter lanczos3", "4x2"),
      ("--fit 4x4 --linear", "4x2"), ("--crop 4x4+2+0 --exact 9x9", "9x9"),
    ])
  func sizes(options: String, expected: String) throws {
    let result = tool("lazuli convert -q \(options) wide.png -o b.png && lazuli info b.png")
    let numbers = result.output.split(separator: " ").filter { Int($0) != nil }
    #expect(numbers.prefix(2).joined(separator: "x") == expected, "\(result.output)")
  }

  @Test("With 16 bits nothing is rounded to 8")
  func deep() throws {
    for option in ["--16bit", "--depth 16"] {
      let result = tool("lazuli convert -q --force \(option) --fit 3x wide.png -o b.png && lazuli info b.png")
      #expect(result.output.contains("16 bits a sample"), "\(result.output)")
    }
  }

  @Test(
    "A mistake is one of the command line, and leaves no file",
    arguments: [
      "wide.png", "-o b.png", "wide.png -o b.nothing", "wide.png a.png -o -", "wide.png -o a.png",
      "wide.png -o b.png --fit 3", "wide.png -o b.png --fit 2x2 --exact 2x2", "wide.png -o b.png --chroma 411",
      "wide.png -o b.png --effort 10", "wide.png -o b.png --gravity up", "wide.png -o b.png --filter best",
    ])
  func refused(words: String) throws {
    let result = tool("lazuli convert \(words); echo \"= $?\"; ls")
    #expect(result.output.contains("= 2\n"), "\(result.output)")
    #expect(result.output.hasSuffix("= 2\na.png\njpeg.dat\nmoving.png\nturned.png\nwide.png\n"), "\(result.output)")
  }

  @Test("What cannot be read leaves no file, and does not stop the rest")
  func damaged() throws {
    let result = tool("lazuli convert -q jpeg.dat none.png wide.png -o out/; echo $?; ls -A out")
    #expect(result.output.hasSuffix("1\nwide.png\n"), "\(result.output)")
  }
}
