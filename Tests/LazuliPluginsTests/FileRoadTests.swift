import Glibc
import LazuliTestSupport
import Testing

@testable import LazuliPlugins

@Suite("Resolving what lies below a folder")
struct FileRoadTests {
  private let folder = PluginFolder()

  init() {
    folder.add("plugin", manifest: TestManifests.dotsC, product: "TestDotsC")
    symlink("plugin", "\(folder.path)/linked")
    symlink("plugin.json", "\(folder.path)/plugin/linked.json")
    symlink("absent", "\(folder.path)/plugin/broken")
  }

  @Test(
    "The way looked at once leads where the system's leads",
    arguments: [
      "plugin/plugin.json", "linked/plugin.json", "plugin/linked.json", "plugin/../plugin/plugin.json",
      "plugin/./plugin.json", "plugin//plugin.json", "plugin/broken", "absent/plugin.json", "plugin", "..",
      "plugin/plugin.json/below",
    ])
  func resolving(name: String) {
    let path = "\(folder.path)/\(name)"
    #expect(FileRoad(from: folder.path).resolved(path) == FilePath.resolved(path))
    #expect(FileRoad(from: "\(folder.path)/linked").resolved(path) == FilePath.resolved(path))
  }

  @Test("What is above the folder is objected to, below and beside it", arguments: ["plugin/plugin.json", "linked"])
  func objections(name: String) throws {
    let path = try #require(FilePath.resolved("\(folder.path)/\(name)"))
    #expect(FileRoad(from: folder.path).objection(to: path) == nil)
    chmod(folder.path, 0o777)
    defer { chmod(folder.path, 0o700) }
    #expect(FileRoad(from: folder.path).objection(to: path)?.contains("writable by everybody") == true)
    #expect(FileRoad(from: "\(folder.path)/plugin").objection(to: path) != nil)
  }
}
