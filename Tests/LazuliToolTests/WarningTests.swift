import LazuliTestSupport
import Testing

@Suite("Warnings of the tool")
struct WarningTests {
  private let tool: ToolRun

  init() throws {
    tool = try ToolRun([
      "broken.png": Self.file { $0.add("iCCP", Self.profile(Array("garbage ".utf8) * 40)) },
      "linear.png": Self.file { $0.add("gAMA", [0, 1, 0x86, 0xA0]) },
      "bright.png": Self.file { $0.add("cICP", [9, 16, 0, 1]) },
    ])
  }

  private static func file(_ add: (inout TinyPNG) -> Void) -> [UInt8] {
    var file = TinyPNG(width: 2, height: 2)
    add(&file)
    file.add("IDAT", TinyPNG.data(width: 2, height: 2, of: [100, 60, 30, 255]))
    file.add("IEND", [])
    return file.bytes
  }

  private static func profile(_ bytes: [UInt8]) -> [UInt8] {
    let sum = Checksum.adler32(bytes)
    let end = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    return Array("bad".utf8) + [0, 0, 0x78, 1] + StoredDeflate.blocks(of: bytes) + end
  }

  private static let fault = "The colours are taken as sRGB: its ICC profile is none, or of unknown colours"

  @Test("A broken profile is named with its file, by every command that reads it", arguments: ["convert", "fetch"])
  func broken(command: String) throws {
    let result = tool("lazuli \(command) --format jpeg --profile keep broken.png -o out.jpg 2>&1 >told")
    #expect(result.status == 0)
    #expect(result.output == "lazuli: broken.png: warning: \(Self.fault)\n")
    #expect(tool("cat out.jpg").output.utf8.contains("garbage".utf8) == false)
    let quiet = tool("lazuli \(command) -q --force --profile keep --format jpeg broken.png -o out.jpg 2>&1")
    #expect(quiet.output.isEmpty)
  }

  @Test("Machines are told in the picture's object")
  func json() throws {
    let result = tool("lazuli convert --json --profile keep broken.png -o out.png; lazuli info --json broken.png")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines { #expect(line.contains(#""warnings":["\#(Self.fault)"]"#)) }
    #expect(tool("lazuli info --json out.png").output.contains(#""icc_bytes":null"#))
    #expect(tool("lazuli info --json a.png").output.contains(#""warnings":[]"#))
  }

  @Test("info says what is wrong, and what is made of it")
  func info() throws {
    #expect(tool("lazuli info broken.png").output.contains("\n  warning: \(Self.fault)\n"))
  }

  @Test("Gamma that is kept is in every file: as it was, or as a profile")
  func gamma() throws {
    let line = "lazuli convert -q --profile keep linear.png -o"
    let result = tool(
      "\(line) a2.png && \(line) a.jpg && \(line) a.gif && lazuli info a2.png a.jpg a.gif | grep colours")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 3 && lines.first == "  colours: gamma 1.0")
    for line in lines.dropFirst() { #expect(line.contains("ICC profile “gamma 1.0”")) }
  }

  @Test("What cannot be kept is converted, and that is said")
  func converted() throws {
    let result = tool("lazuli convert --as-stored bright.png -o b.jpg 2>&1 >told")
    #expect(result.output.hasPrefix("lazuli: bright.png: warning: The colours (BT.2100 PQ) are converted to sRGB"))
    #expect(tool("lazuli convert --as-stored bright.png -o b.png 2>&1 >told; lazuli info b.png").output.contains("PQ"))
  }
}

extension [UInt8] {
  fileprivate static func * (bytes: [UInt8], count: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }
}
