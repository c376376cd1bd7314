import LazuliCore
import LazuliPlugins
import Testing

@Suite("Decoders through the door")
struct DotsTests {
  static let plugins = [
    (id: "org.lazuli.test.dots-swift", product: "TestDotsEmbedded"),
    (id: "org.lazuli.test.dots-swift", product: "TestDotsSwift"),
    (id: "org.lazuli.test.dots-c", product: "TestDotsC"),
  ]
  static let file = Array("DOTS".utf8) + [3, 2, 10, 20, 30, 40, 50, 60]

  @Test("Embedded Swift, full Swift and C plugins decode alike, however the file is cut", arguments: plugins)
  func decode(plugin: (id: String, product: String)) throws {
    let folder = PluginFolder()
    folder.add(
      "dots", manifest: TestManifests.dots(id: plugin.id, library: "lib\(plugin.product).so"), product: plugin.product)
    let catalog = folder.catalog()
    let providers = try catalog.decoders(for: Self.file, hint: .init())
    #expect(providers.map(\.plugin) == [plugin.id])
    for size in 1...Self.file.count {
      let decoding = Decoding(try providers[0].makeDecoder(limits: .init()), Self.file, pieceSize: size)
      #expect(decoding.failure == nil)
      #expect(decoding.pixels == [10, 20, 30, 40, 50, 60])
    }
  }

  @Test("A file cut short fails as truncated, and its rows are worth showing", arguments: plugins)
  func truncated(plugin: (id: String, product: String)) throws {
    let folder = PluginFolder()
    folder.add(
      "dots", manifest: TestManifests.dots(id: plugin.id, library: "lib\(plugin.product).so"), product: plugin.product)
    let providers = try folder.catalog().decoders(for: Self.file, hint: .init())
    let decoding = Decoding(try providers[0].makeDecoder(limits: .init()), Array(Self.file.dropLast()))
    #expect(decoding.failure?.error.code == .truncated)
    #expect(decoding.failure?.error.plugin == plugin.id)
    #expect(decoding.failure?.arePixelsUsable == true)
  }

  @Test("A limit of the host reaches the plugin, and its error names the limit", arguments: plugins)
  func limit(plugin: (id: String, product: String)) throws {
    let folder = PluginFolder()
    folder.add(
      "dots", manifest: TestManifests.dots(id: plugin.id, library: "lib\(plugin.product).so"), product: plugin.product)
    let providers = try folder.catalog().decoders(for: Self.file, hint: .init())
    var limits = DecodingLimits()
    limits.maximumSide = 2
    let decoding = Decoding(try providers[0].makeDecoder(limits: limits), Self.file)
    #expect(decoding.failure?.error.code == .limitExceeded)
    #expect(decoding.failure?.error.limit == .side)
  }

  @Test("A decoder which was rewound decodes again", arguments: plugins)
  func rewind(plugin: (id: String, product: String)) throws {
    let folder = PluginFolder()
    folder.add(
      "dots", manifest: TestManifests.dots(id: plugin.id, library: "lib\(plugin.product).so"), product: plugin.product)
    let providers = try folder.catalog().decoders(for: Self.file, hint: .init())
    let decoder = try providers[0].makeDecoder(limits: .init())
    _ = Decoding(decoder, Array(Self.file.dropLast()))
    try decoder.rewind()
    #expect(Decoding(decoder, Self.file).pixels == [10, 20, 30, 40, 50, 60])
  }
}
