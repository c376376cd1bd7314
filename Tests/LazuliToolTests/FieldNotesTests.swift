import LazuliTestSupport
import Testing

@Suite("Field notes")
struct FieldNotesTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()

  @Test("Every test that they name is there")
  func names() throws {
    let notes = String(decoding: try TestFile.bytes(at: "\(Self.root)/docs/field-notes.md"), as: UTF8.self)
    let rows = notes.split(separator: "\n").filter { $0.hasPrefix("|") }
    let names = rows.flatMap { row in
      row.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    let source = Shell.run("cat $(find '\(Self.root)/Tests' -name '*.swift')").output
    #expect(names.count > 60)
    let missing = names.filter { !source.contains("\"\($0)\"") }
    #expect(missing.isEmpty)
  }
}
