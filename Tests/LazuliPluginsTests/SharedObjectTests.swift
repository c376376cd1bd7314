import LazuliPlugins
import LazuliTestSupport
import Testing

@Suite("What a plugin's library needs")
struct SharedObjectTests {
  /// Path, and how many libraries beside the C library it may need.
  static let libraries: [(path: String, own: Int)] = {
    let built = PluginCatalog().plugins.filter { $0.place.origin == .build }
    let shipped = built.compactMap { report in
      report.libraryPath.map { ($0, report.manifest?.backing.count ?? 0) }
    }
    return shipped + [("\(BuildFolder.path)/libTestDotsEmbedded.so", 0)]
  }()

  @Test("Plugins need the C library and their own, and no Swift runtime", arguments: libraries)
  func needed(library: (path: String, own: Int)) {
    guard Shell.has("readelf") else { return print("Needed libraries: no readelf, skipped") }
    let result = Shell.run("readelf -d '\(library.path)'")
    #expect(result.status == 0)
    let needed = result.output.split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(separator: "[").last?.split(separator: "]").first }
    #expect(needed.contains("libc.so.6"))
    let foreign = needed.filter { !["libc.so.6", "libm.so.6"].contains($0) && !$0.hasPrefix("ld-linux") }
    #expect(foreign.count <= library.own, "\(foreign)")
    #expect(!foreign.contains { $0.contains("swift") || $0.contains("Foundation") || $0.contains("dispatch") })
  }

  @Test("Every symbol is resolved", arguments: libraries)
  func resolved(library: (path: String, own: Int)) {
    let result = Shell.run("ldd -r '\(library.path)'")
    #expect(result.status == 0)
    // A sanitizer's are the program's.
    let missing = result.output.split(separator: "\n")
      .filter { ($0.contains("undefined symbol") && !$0.contains("symbol: __asan_")) || $0.contains("not found") }
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test("Nothing but the entry can be seen from outside", arguments: libraries)
  func exported(library: (path: String, own: Int)) {
    guard Shell.has("nm") else { return print("Exported symbols: no nm, skipped") }
    let result = Shell.run("nm -D --defined-only '\(library.path)'")
    // What Embedded Swift brings along is protected: nobody else's calls end up there.
    let names = result.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      .filter { !$0.hasPrefix("swift_") && !$0.hasPrefix("$") && !$0.hasPrefix("_swift_") }
    #expect(Set(names).subtracting(["__bss_start", "_edata", "_end"]) == ["lzl_plugin_main_1"])
  }
}
