import EngineTestSupport
import Lazuli
import LazuliPlugins
import LazuliTestSupport
import Testing

@Suite("Plugins that a load brings along")
struct PluginLoadTests {
  @Test("Nothing is loaded ahead of time; a PNG file loads two plugins, and no third")
  func pngFile() async throws {
    let path = "/tmp/lazuli-cases-\(UInt64.random(in: 0 ... .max)).png"
    try TestFile.write(TinyPNG.filled(width: 3, height: 2, with: [1, 2, 3, 255]), to: path)
    defer { TestFile.remove(path) }
    let catalog = PluginCatalog.built()
    let pipeline = ImagePipeline(routing: catalog)
    #expect(catalog.loadedPlugins.isEmpty)
    #expect(catalog.plugins.count >= 6)
    let image = try await pipeline.image(for: "file://\(path)")
    #expect(image.width == 3 && image.height == 2)
    #expect(catalog.loadedPlugins.sorted() == ["org.lazuli.file", "org.lazuli.png"])
  }

  @Test("Bytes at hand need no transport")
  func bytes() async throws {
    let catalog = PluginCatalog.built()
    let png = TinyPNG.filled(width: 3, height: 2, with: [1, 2, 3, 255])
    let image = try await ImagePipeline(routing: catalog).image(from: png)
    #expect(image.pixels.packedBytes == (0..<6).flatMap { _ in [1, 2, 3, 255] as [UInt8] })
    #expect(catalog.loadedPlugins == ["org.lazuli.png"])
  }
}
