import LazuliCore
import Testing

@testable import LazuliPlugins

@Suite("Reading plugin.json")
struct ManifestTests {
  private func error(_ text: String) -> ImageError? {
    do throws(ImageError) {
      _ = try ManifestReader.read(Array(text.utf8), file: "plugin.json")
      return nil
    } catch {
      return error
    }
  }

  @Test("Every field arrives, and unknown keys are ignored")
  func everything() throws {
    let text = """
      { "schema": "lazuli.plugin/1", "id": "org.lazuli.png", "version": "1.0.0", "name": "PNG (libpng)",
        "license": "MIT", "abi": 1, "library": "lib/libLazuliPNG.so", "from the future": [{}],
        "backing": [{ "name": "libpng", "version": "1.6.39" }],
        "codecs": [{ "format": "png", "media_types": ["image/PNG"], "extensions": ["png"],
          "signatures": [{ "offset": 2, "hex": "89504E47", "mask": "ff00ffff" }], "input": "whole",
          "abilities": ["rows", "encode"], "priority": -3, "future": null }],
        "transports": [{ "schemes": ["x"], "abilities": ["range"] }], "isolation": "in-process",
        "config": { "n": { "type": "integer", "default": 6, "minimum": 1, "maximum": 9, "description": "Many" } } }
      """
    let manifest = try ManifestReader.read(Array(text.utf8), file: "plugin.json")
    #expect(manifest.id == "org.lazuli.png")
    #expect(manifest.name == "PNG (libpng)")
    #expect(manifest.license == "MIT")
    #expect(manifest.library == "lib/libLazuliPNG.so")
    #expect(manifest.backing == [.init(name: "libpng", version: "1.6.39")])
    #expect(
      manifest.codecs == [
        .init(
          format: "png", mediaTypes: ["image/png"], extensions: ["png"],
          signatures: [.init(offset: 2, bytes: [0x89, 0x50, 0x4E, 0x47], mask: [0xFF, 0, 0xFF, 0xFF])],
          needsWholeInput: true, abilities: ["rows", "encode"], priority: -3)
      ])
    #expect(manifest.transports == [.init(schemes: ["x"], abilities: ["range"])])
    #expect(manifest.isolation == .inProcess)
    #expect(
      manifest.settings == [
        .init(key: "n", type: .integer, defaultValue: .integer(6), minimum: 1, maximum: 9, description: "Many")
      ])
  }

  static let faults: [(old: String, new: String, says: String)] = [
    (old: "lazuli.plugin/1", new: "lazuli.plugin/2", says: "plugin.json:1:13: schema is \"lazuli.plugin/2\""),
    ("\"abi\": 1", "\"abi\": 2", "plugin.json:1:107: abi is 2, this engine has 1"),
    ("\"abi\": 1", "\"abi\": \"1\"", "abi has to be an integer and is a string"),
    ("\"abi\": 1,", "", "the file lacks \"abi\""),
    ("\"dots\"", "7", "plugin.json:3:26: codecs[0].format has to be a string and is an integer"),
    ("\"444f5453\"", "\"444\"", "plugin.json:4:53: codecs[0].signatures[0].hex has to be an even number"),
    ("\"444f5453\"", "\"44x4\"", "hexadecimal digits"),
    ("\"444f5453\"", "\"\"", "may not be empty"),
    ("\"444f5453\"", "\"44\", \"mask\": \"00\"", "under which every file matches"),
    ("\"444f5453\"", "\"44\", \"mask\": \"ffff\"", "a mask of another length"),
    ("\"offset\": 0", "\"offset\": -1", "is -1, at least 0 is needed"),
    ("\"offset\": 0", "\"offset\": 4096", "ends behind byte 4096"),
    ("libTestDotsC.so", "/lib/x.so", "within the manifest's folder"),
    ("libTestDotsC.so", "a/../../x.so", "within the manifest's folder"),
    ("org.lazuli.test.dots-c", "org/../x", "ASCII letters, digits"),
    ("\"dots\"", "\"DOTS\"", "lower case"),
    ("\"priority\": 0", "\"input\": \"pull\"", "has to be \"push\" or \"whole\""),
    ("\"priority\": 0", "\"priority\": 0, \"priority\": 1", "duplicate object key"),
    ("\"abi\": 1", "\"abi\": 1, \"isolation\": \"none\"", "\"worker\" or \"in-process\""),
    ("\"abi\": 1", "\"abi\": 1, \"config\": { \"k\": { \"type\": \"list\" } }", "config.k.type has to be boolean"),
    (
      "\"abi\": 1", "\"abi\": 1, \"config\": { \"k\": { \"type\": \"integer\", \"default\": 3, \"maximum\": 2 } }",
      "config.k.default is 3.0, at the most 2.0"
    ),
    ("\"name\"", "nonsense", "plugin.json:1:"),
  ]

  @Test("A wrong manifest is refused with file, line, column, key and reason", arguments: faults)
  func refused(fault: (old: String, new: String, says: String)) {
    let error = error(TestManifests.dotsC.replacing(fault.old, with: fault.new))
    #expect(error?.code == .pluginRejected)
    #expect(error?.message.contains(fault.says) == true, "\(error?.message ?? "")")
  }

  @Test("Files are bounded: size, nesting, strict UTF-8, one value")
  func bounds() {
    #expect(error(String(repeating: " ", count: 64 << 10) + "{}")?.message.contains("more than 65536") == true)
    let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    #expect(error(deep)?.message.contains("nested deeper than 16") == true)
    #expect(error(String(repeating: "[", count: 60_000))?.message.contains("nested deeper") == true)
    #expect(error("{} {}")?.message.contains("plugin.json:1:") == true)
    let invalid = Array("{\"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    let error = #expect(throws: ImageError.self) { try ManifestReader.read(invalid, file: "plugin.json") }
    #expect(error?.message.contains("decode byte 0xc3") == true)
  }

  @Test("Places are found behind escapes, nested values and repeated names")
  func positions() {
    let text = Array(
      """
      { "a\\u0062": [1, {"x": "]}\\""}], "b": { "ab": 1 },
        "c": [[], {}, { "ab": 7 }] }
      """.utf8)
    #expect(JSONPosition(of: [.key("ab"), .index(1)], in: text) == JSONPosition(line: 1, column: 18))
    #expect(JSONPosition(of: [.key("c"), .index(2), .key("ab")], in: text) == JSONPosition(line: 2, column: 25))
    #expect(JSONPosition(of: [.key("d")], in: text) == nil)
  }
}
