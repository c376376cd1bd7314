import LazuliTestSupport
import Testing

@Suite("Who imports Foundation")
struct FoundationImportTests {
  @Test("Nobody but the layer which is named for it: it doubles the time to start")
  func imports() throws {
    let root = Cases.packageRoot
    let result = Shell.run(
      "grep -rlE '^ *(@[a-z_]+ )*(public |internal )?import +[a-z]* *(Foundation|Dispatch)' '\(root)/Sources' '\(root)/Plugins'"
    )
    let files = result.output.split(separator: "\n").map { $0.dropFirst(root.utf8.count) }
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0.hasPrefix("/Sources/LazuliFoundation/") }, "\(files)")
  }
}
