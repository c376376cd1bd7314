import LazuliCore
import LazuliPlugins
import Testing

@Suite("Plugins which are refused when they are loaded")
struct LoadingTests {
  private func load(_ manifest: String, _ product: String, as library: String? = nil) -> ImageError? {
    let folder = PluginFolder()
    folder.add("plugin", manifest: manifest, product: product, as: library)
    do throws(ImageError) {
      _ = try folder.catalog().check("\(folder.path)/plugin")
      return nil
    } catch {
      return error
    }
  }

  private func expectRefusal(_ error: ImageError?, says text: String, at location: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .pluginRejected, sourceLocation: location)
    #expect(error?.message.contains(text) == true, "\(error?.message ?? "")", sourceLocation: location)
  }

  @Test("A plugin which is as its manifest says is taken")
  func good() {
    #expect(load(TestManifests.dotsC, "TestDotsC") == nil)
    #expect(load(TestManifests.wrong(), "TestWrong") == nil)
  }

  @Test("A library without an entry is no plugin")
  func noEntry() {
    let error = load(TestManifests.dots(id: "org.example.none", library: "libTestWrongNone.so"), "TestWrongNone")
    expectRefusal(error, says: "does not export lzl_plugin_main_1")
    #expect(error?.plugin == "org.example.none")
  }

  @Test("A plugin of another major is told from no plugin, with both numbers")
  func wrongMajor() {
    let error = load(TestManifests.dots(id: "org.example.major", library: "libTestWrongMajor.so"), "TestWrongMajor")
    expectRefusal(error, says: "required is major 1, present is 2")
  }

  @Test("What is no shared object is refused with the loader's words")
  func noLibrary() {
    let folder = PluginFolder()
    folder.add("plugin", manifest: TestManifests.dots(id: "org.example.text", library: "text.so"))
    folder.write("no library", to: "plugin/text.so")
    let error = #expect(throws: ImageError.self) { try folder.catalog().check(folder.path + "/plugin") }
    expectRefusal(error, says: "could not be loaded")
  }

  static let entryFaults = [
    (name: "unwilling", says: "answers with error 503"), ("short-struct", "40 bytes, 88 are needed"),
    ("long-struct", "not valid"), ("null-get", "not valid"), ("null-formats", "1 formats or schemes"),
    ("many-formats", "1073741824 formats"), ("with-hole", "lzl.decoder/1 for \"wrong\" lacks a function"),
    ("without-table", "promises lzl.encoder/1 for \"wrong\""),
  ]

  @Test("An entry that answers nonsense is refused", arguments: entryFaults)
  func entry(fault: (name: String, says: String)) {
    let library = "lib\(fault.name).so"
    expectRefusal(load(TestManifests.wrong(library: library), "TestWrong", as: library), says: fault.says)
  }

  @Test("A plugin unlike its manifest is refused, with both sides")
  func unlikeManifest() {
    let manifest = TestManifests.dotsC
    let replacements = [
      ("\"org.lazuli.test.dots-c\"", "\"org.lazuli.test.other\"", "id is \"org.lazuli.test.dots-c\""),
      ("\"version\": \"1.0.0\"", "\"version\": \"2.0.0\"", "version is \"1.0.0\", the manifest says \"2.0.0\""),
      ("\"format\": \"dots\"", "\"format\": \"spots\"", "formats is \"dots\", the manifest says \"spots\""),
      ("\"codecs\"", "\"transports\": [{ \"schemes\": [\"dots\"] }], \"codecs\"", "schemes is \"\""),
      ("\"priority\": 0", "\"abilities\": [\"encode\"]", "promises lzl.encoder/1 for \"dots\""),
    ]
    for (old, new, says) in replacements {
      expectRefusal(load(manifest.replacing(old, with: new), "TestDotsC"), says: says)
    }
  }

  @Test("What a plugin says reaches the program, with the plugin's id")
  func log() throws {
    let folder = PluginFolder()
    folder.add("dots", manifest: TestManifests.dotsC, product: "TestDotsC")
    let messages = Messages()
    let catalog = folder.catalog { messages.append($0) }
    _ = try catalog.decoders(for: DotsTests.file, hint: .init())[0].makeDecoder(limits: .init())
    #expect(messages.all.map(\.plugin) == ["org.lazuli.test.dots-c"])
    #expect(messages.all.map(\.text) == ["a decoder for dots"])
    #expect(messages.all.map(\.level) == [.info])
  }

  @Test("The first failure is remembered, and the plugin listed as refused")
  func remembered() throws {
    let folder = PluginFolder()
    folder.add(
      "a", manifest: TestManifests.dots(id: "org.example.none", library: "libTestWrongNone.so"),
      product: "TestWrongNone")
    folder.add("b", manifest: TestManifests.dotsC, product: "TestDotsC")
    let catalog = folder.catalog()
    #expect(try catalog.decoders(for: DotsTests.file, hint: .init()).map(\.plugin) == ["org.lazuli.test.dots-c"])
    #expect(catalog.loadedPlugins == ["org.lazuli.test.dots-c"])
    guard case .rejected(let error) = catalog.plugins[0].state else {
      Issue.record("The plugin is not listed as refused")
      return
    }
    #expect(error.plugin == "org.example.none")
  }
}
