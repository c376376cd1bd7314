import LazuliTestSupport
import Testing

@Suite("What fetch changes in a picture")
struct ChangeTests {
  /// The bytes that come out, as numbers.
  private func bytes(_ options: String, of picture: String = "wide.png") throws -> [Int] {
    let tool = try ToolRun(["wide.png": TinyPNG.filled(width: 8, height: 4, with: [10, 200, 30, 255])])
    let result = tool("lazuli fetch \(options) --format rgba -o - \(picture) | od -An -v -tu1")
    #expect(result.status == 0)
    return result.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }

  private func size(_ options: String) throws -> String {
    let tool = try ToolRun(["wide.png": TinyPNG.filled(width: 8, height: 4, with: [10, 200, 30, 255])])
    let result = tool("lazuli fetch -q \(options) -o out.png wide.png && lazuli info out.png")
    return result.output.split(separator: " ").filter { Int($0) != nil }.prefix(2).joined(separator: "x")
  }

  @Test(
    "Sizes come out as asked",
    arguments: [
      ("--size 4x4", "4x2"), ("--fill 3x3", "3x3"), ("--crop 5x3+1+1", "5x3"), ("--crop 100x2+6+0", "2x2"),
      ("--crop 4x4+0+0 --size 2x2", "2x2"), ("--rotate 90", "4x8"), ("--rotate -90 --size 4x4", "2x4"),
      ("--blur 2 --gray --round 1", "8x4"),
    ])
  func sizes(options: String, expected: String) throws {
    #expect(try size(options) == expected)
  }

  @Test("Without its colour a pixel is its luma by BT.709")
  func gray() throws {
    #expect(try bytes("--gray --crop 1x1+3+2") == [147, 147, 147, 255])
  }

  @Test("Colours become sRGB, or Display P3 with its profile, or stay as they are")
  func colors() throws {
    var linear = TinyPNG(width: 1, height: 1)
    linear.add("gAMA", [0, 1, 0x86, 0xA0])
    linear.add("IDAT", TinyPNG.data(width: 1, height: 1, of: [100, 100, 100, 255]))
    linear.add("IEND", [])
    let tool = try ToolRun(["linear.png": linear.bytes])
    let line = "lazuli fetch -q --format rgba -o - linear.png"
    #expect(tool("\(line) | od -An -v -tu1").output.split(separator: " ").first == "168")
    #expect(tool("\(line) --profile keep | od -An -v -tu1").output.split(separator: " ").first == "100")
    #expect(tool("\(line) --as-stored | od -An -v -tu1").output.split(separator: " ").first == "100")
    let wide = tool("lazuli fetch -q --profile p3 -o p3.png linear.png && lazuli info p3.png")
    #expect(wide.output.contains("CICP 12-13-0 (Display P3)"), "\(wide.output)")
  }

  @Test("Rounded corners are transparent, and lie on the background where one is given")
  func corners() throws {
    #expect(try bytes("--round 2 --crop 8x4+0+0").prefix(4).last ?? 255 < 128)
    #expect(try bytes("--round 2 --background 0000ff")[3] == 255)
  }

  @Test(
    "A part outside of the picture is an error, and so are two sizes and nonsense",
    arguments: [
      "--crop 2x2+8+0", "--size 2x2 --fill 2x2", "--crop 2x2", "--rotate round", "--blur -1",
    ])
  func refused(options: String) throws {
    let tool = try ToolRun(["wide.png": TinyPNG.filled(width: 8, height: 4, with: [10, 200, 30, 255])])
    let result = tool("lazuli fetch \(options) -o out.png wide.png; echo $?; test ! -e out.png")
    #expect(result.status == 0)
    #expect(result.output.split(separator: "\n").last == "2")
  }
}
