import Foundation
import Lazuli
import LazuliFoundation
import Testing

@Suite("A pipeline for Foundation's types")
struct PipelineFoundationTests {
  private let pipeline = ImagePipeline(.init(), searchPath: PluginSearchPath(places: []))

  @Test("Data that is no image is refused as such")
  func data() async {
    let error = await #expect(throws: ImageError.self) { try await pipeline.image(from: Data()) }
    #expect(error?.code == .notAnImage)
    let headerError = await #expect(throws: ImageError.self) { try await pipeline.header(from: Data()) }
    #expect(headerError?.code == .notAnImage)
  }

  @Test("A URL goes the way of all URLs")
  func url() async throws {
    let url = try #require(URL(string: "gopher://a.test/x"))
    let error = await #expect(throws: ImageError.self) { try await pipeline.image(for: url) }
    #expect(error?.code == .noPluginForScheme)
    #expect(error?.url == "gopher://a.test/x")
  }
}
