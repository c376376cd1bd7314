import LazuliPlugins
import Testing

@Suite("Where plugins are looked for")
struct SearchPathTests {
  @Test("The program's own come first, then the configuration's, the system's, those of the executable")
  func order() {
    var configuration = Configuration()
    configuration.pluginDirectories = ["/configured"]
    let path = PluginSearchPath.standard(for: configuration, directories: ["/own"], includesUserDirectory: true)
    let places = path.places.filter { $0.origin != .environment }
    #expect(
      places.prefix(5).map(\.path) == [
        "/own", "/configured", "/etc/lazuli/plugins", "/usr/local/lib/lazuli/plugins/1", "/usr/lib/lazuli/plugins/1",
      ])
    #expect(places.dropFirst(5).map(\.origin).starts(with: [.executable, .build]))
    #expect(places.filter(\.isCodecsOnly).allSatisfy { $0.origin == .user })
  }

  @Test("The user's folder is not looked at unless asked for")
  func userFolder() {
    #expect(!PluginSearchPath.standard(for: Configuration()).places.contains { $0.origin == .user })
  }

  @Test("A relative place is not looked at, one that is missing says so")
  func odd() {
    let places = ["relative", "/nonexistent/folder"].map { PluginSearchPath.Place(path: $0, origin: .environment) }
    let catalog = PluginCatalog(searchPath: PluginSearchPath(places: places))
    #expect(catalog.places.map(\.result) == ["not looked at: the path is not absolute", "No such file or directory"])
  }
}
