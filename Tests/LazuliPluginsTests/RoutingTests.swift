import Glibc
import LazuliCore
import LazuliPlugins
import LazuliTestSupport
import Testing

@Suite("Which plugin serves what")
struct RoutingTests {
  /// A manifest without a library behind it: routing loads none.
  private func manifest(_ id: String, _ codec: String, library: String = "plugin.json") -> String {
    """
    { "schema": "lazuli.plugin/1", "id": "\(id)", "version": "1", "abi": 1, "library": "\(library)",
      "codecs": [\(codec)] }
    """
  }

  private func codec(_ format: String, _ hex: String, rest: String = "") -> String {
    "{ \"format\": \"\(format)\", \"signatures\": [{ \"hex\": \"\(hex)\" }]\(rest) }"
  }

  private func order(_ catalog: PluginCatalog, _ format: String) -> [String?] {
    catalog.explain(format: format).candidates.filter(\.isUsable).map(\.report.manifest?.id)
  }

  @Test("Preference goes before priority, priority before the search order")
  func order() {
    let folder = PluginFolder()
    folder.add("1", manifest: manifest("org.one", codec("f", "01")))
    folder.add("2", manifest: manifest("org.two", codec("f", "01", rest: ", \"priority\": 5")))
    folder.add("3", manifest: manifest("org.three", codec("f", "01")))
    #expect(order(folder.catalog(), "f") == ["org.two", "org.one", "org.three"])
    var configuration = Configuration()
    configuration.preferredPlugins["f"] = ["org.three", "org.absent", "org.one"]
    #expect(order(folder.catalog(configuration), "f") == ["org.three", "org.one", "org.two"])
  }

  @Test("The longer signature goes first, whatever a media type says; among equals it orders")
  func bytesDecide() throws {
    let folder = PluginFolder()
    for (name, product, signature) in [
      ("a", "TestDotsEmbedded", "444f"), ("b", "TestDotsC", "444f54"),
    ] {
      let id = name == "a" ? "org.lazuli.test.dots-swift" : "org.lazuli.test.dots-c"
      let text = TestManifests.dots(id: id, library: "lib\(product).so", priority: name == "a" ? 9 : 0)
        .replacing("444f5453", with: signature).replacing("image/x-dots", with: "image/\(name)")
      folder.add(name, manifest: text, product: product)
    }
    let catalog = folder.catalog()
    let hint = FormatHint(mediaType: "image/a")
    #expect(
      try catalog.decoders(for: DotsTests.file, hint: hint).map(\.plugin) == [
        "org.lazuli.test.dots-c", "org.lazuli.test.dots-swift",
      ])
    // The second is loaded only when the first passes the file on.
    #expect(catalog.loadedPlugins == ["org.lazuli.test.dots-c"])
    #expect(catalog.sniffedByteCount == 3)
  }

  @Test("Among equal signatures the media type and the extension order the candidates")
  func hints() throws {
    let folder = PluginFolder()
    let swift = TestManifests.dots(id: "org.lazuli.test.dots-swift", library: "libTestDotsSwift.so")
    folder.add("a", manifest: TestManifests.dotsC, product: "TestDotsC")
    folder.add(
      "b", manifest: swift.replacing("x-dots", with: "spots").replacing("[\"dots\"]", with: "[\"spots\"]"),
      product: "TestDotsSwift")
    for (hint, first) in [
      (FormatHint(), "c"), (FormatHint(mediaType: "image/spots"), "swift"),
      (FormatHint(fileExtension: "spots"), "swift"),
      (FormatHint(fileExtension: "dots"), "c"),
    ] {
      let plugins = try folder.catalog().decoders(for: DotsTests.file, hint: hint).map(\.plugin)
      #expect(plugins.first == "org.lazuli.test.dots-\(first)")
      #expect(plugins.count == 2)
    }
  }

  @Test("A format that is not allowed is told as such, and nothing is loaded for it")
  func allowlist() {
    let folder = PluginFolder()
    folder.add("dots", manifest: TestManifests.dotsC, product: "TestDotsC")
    var configuration = Configuration()
    configuration.allowedFormats = ["png"]
    let catalog = folder.catalog(configuration)
    let error = #expect(throws: ImageError.self) { try catalog.decoders(for: DotsTests.file, hint: .init()) }
    #expect(error?.code == .formatNotAllowed)
    #expect(error?.message.contains("\"dots\"") == true)
    #expect(catalog.loadedPlugins.isEmpty)
    #expect(catalog.explain(format: "dots").objection != nil)
  }

  @Test("The first of an id wins, and the loser says against whom")
  func twins() {
    let folder = PluginFolder()
    folder.add("a", manifest: manifest("org.twin", codec("f", "01")))
    folder.add("b", manifest: manifest("org.twin", codec("f", "02")))
    let plugins = folder.catalog().plugins
    #expect(plugins.count == 2)
    guard case .rejected(let error) = plugins[1].state else {
      Issue.record("The second is not refused")
      return
    }
    #expect(error.message.contains("\(folder.path)/a/plugin.json"))
  }

  @Test("A disabled plugin is listed as such and serves nothing")
  func disabled() {
    let folder = PluginFolder()
    folder.add("dots", manifest: TestManifests.dotsC, product: "TestDotsC")
    var configuration = Configuration()
    configuration.disabledPlugins = ["org.lazuli.test.dots-c"]
    let catalog = folder.catalog(configuration)
    let error = #expect(throws: ImageError.self) { try catalog.decoders(for: DotsTests.file, hint: .init()) }
    #expect(error?.code == .noPluginForFormat)
    let explanation = catalog.explain(format: "dots")
    #expect(explanation.candidates.map(\.isUsable) == [false])
    #expect(explanation.candidates.first?.reasons == ["disabled by plugins.disable"])
  }

  @Test("Errors for what nobody does say who was looked at, where, and what is needed")
  func nobody() {
    let folder = PluginFolder()
    folder.add("dots", manifest: TestManifests.dotsC, product: "TestDotsC")
    folder.add("broken", manifest: "{")
    let catalog = folder.catalog()
    let scheme = #expect(throws: ImageError.self) { try catalog.transport(for: "gopher") }
    #expect(scheme?.code == .noPluginForScheme)
    #expect(scheme?.message.contains("\"gopher\"") == true)
    #expect(scheme?.message.contains(folder.path) == true)
    #expect(scheme?.message.contains("broken/plugin.json:1:1") == true)
    #expect((scheme?.cause as? ImageError)?.code == .pluginRejected)
    let format = #expect(throws: ImageError.self) {
      try catalog.decoders(for: Array("RIFF1234WEBP".utf8), hint: FormatHint(mediaType: "image/webp"))
    }
    #expect(format?.code == .noPluginForFormat)
    #expect(format?.message.contains("image/webp") == true)
    #expect(format?.message.contains("org.lazuli.test.dots-c (dots)") == true)
    let text = #expect(throws: ImageError.self) {
      try catalog.decoders(for: Array("<html>".utf8), hint: FormatHint(mediaType: "text/html"))
    }
    #expect(text?.code == .notAnImage)
    #expect(text?.message.contains("\"<ht") == true && text?.message.contains("said to be text/html") == true)
    let encoder = #expect(throws: ImageError.self) { try catalog.encoder(for: "dots") }
    #expect(encoder?.code == .noPluginForFormat)
  }

  @Test("Settings are checked against the manifest, defaults filled in")
  func settings() throws {
    let rest = """
      , "config": { "largest_side": { "type": "integer", "default": 2, "minimum": 1, "maximum": 255 } }
      """
    let folder = PluginFolder()
    folder.add(
      "dots", manifest: TestManifests.dots(id: "org.lazuli.test.dots-c", library: "libTestDotsC.so", rest: rest),
      product: "TestDotsC")
    func decode(_ values: [String: SettingValue]) throws -> Decoding {
      var configuration = Configuration()
      configuration.pluginSettings["org.lazuli.test.dots-c"] = values
      let providers = try folder.catalog(configuration).decoders(for: DotsTests.file, hint: .init())
      return Decoding(try providers[0].makeDecoder(limits: .init()), DotsTests.file)
    }
    #expect(try decode([:]).failure?.error.limit == .side)
    #expect(try decode(["largest_side": .integer(3)]).failure == nil)
    for (values, says) in [
      (["largest_side": SettingValue.integer(0)], "at least 1.0 is needed"),
      (["largest_side": .string("3")], "has to be of type integer"), (["side": .integer(3)], "known are largest_side"),
    ] {
      let error = #expect(throws: ImageError.self) { try decode(values) }
      #expect(error?.code == .invalidConfiguration)
      #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Ids that no plugin has are named: they may be mistyped")
  func unknown() {
    let folder = PluginFolder()
    folder.add("dots", manifest: TestManifests.dotsC, product: "TestDotsC")
    var configuration = Configuration()
    configuration.disabledPlugins = ["org.lazuli.tset"]
    configuration.preferredPlugins = ["dots": ["org.lazuli.test.dots-c", "org.fast"]]
    #expect(folder.catalog(configuration).unknownPlugins == ["org.fast", "org.lazuli.tset"])
  }

  @Test("A plugin that could not be loaded no longer counts as one that serves")
  func explainsFailures() {
    let folder = PluginFolder()
    let manifest = TestManifests.dots(id: "org.example.none", library: "libTestWrongNone.so")
    folder.add("a", manifest: manifest, product: "TestWrongNone")
    let catalog = folder.catalog()
    #expect(catalog.explain(format: "dots").candidates.map(\.isUsable) == [true])
    #expect(throws: ImageError.self) { try catalog.decoders(for: DotsTests.file, hint: .init()) }
    let candidates = catalog.explain(format: "dots").candidates
    #expect(candidates.map(\.isUsable) == [false])
    #expect(candidates.first?.reasons.first?.contains("does not export") == true)
  }

  @Test("A place for codecs only takes no transport")
  func codecsOnly() {
    let folder = PluginFolder()
    folder.add("wrong", manifest: TestManifests.wrong(), product: "TestWrong")
    let place = PluginSearchPath.Place(path: folder.path, origin: .user, isCodecsOnly: true)
    let catalog = PluginCatalog(searchPath: PluginSearchPath(places: [place]))
    #expect(throws: ImageError.self) { try catalog.transport(for: "wrong") }
    #expect(throws: ImageError.self) { try catalog.encoder(for: "wrong") }
  }

  @Test("The build folder is searched by its own layout: one PNG loads one plugin")
  func buildFolder() throws {
    let catalog = PluginCatalog()
    #expect(catalog.places.contains { $0.place.path == BuildFolder.path && $0.place.origin == .build })
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(try catalog.decoders(for: png, hint: .init()).map(\.plugin) == ["org.lazuli.png"])
    _ = try catalog.transport(for: "file")
    #expect(Set(catalog.loadedPlugins) == ["org.lazuli.png", "org.lazuli.file"])
  }

  @Test("Every plugin in the build folder can be loaded, and is as its manifest says")
  func everyPlugin() throws {
    let catalog = PluginCatalog()
    for plugin in catalog.plugins where plugin.place.origin == .build {
      if case .rejected(let error) = plugin.state { Issue.record(error) }
      #expect(throws: Never.self) { try catalog.check(plugin.manifestPath) }
      if let library = plugin.libraryPath { #expect(throws: Never.self) { try catalog.check(library) } }
    }
  }
}
