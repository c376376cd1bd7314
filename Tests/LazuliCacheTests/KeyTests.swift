import LazuliCache
import LazuliCore
import Testing

@Suite("What an image in memory is known by")
struct KeyTests {
  private let url = "https://h.example/a.png?v=1"

  @Test("The same bytes and the same rendering make one key")
  func equal() throws {
    let one = ImageSourceKey(url: try ResourceURL(url + "#top"), fields: [HeaderField("ACCEPT", "image/*")])
    let other = ImageSourceKey(url: try ResourceURL(url), fields: [HeaderField("accept", "image/*")])
    #expect(ImageCacheKey(source: one) == ImageCacheKey(source: other))
  }

  @Test("Whatever changes the bytes makes another source")
  func sources() throws {
    let sources = [
      ImageSourceKey(url: try ResourceURL(url)),
      ImageSourceKey(url: try ResourceURL("https://h.example/a.png?v=2")),
      ImageSourceKey(url: try ResourceURL("https://user:one@h.example/a.png?v=1")),
      ImageSourceKey(url: try ResourceURL("https://user:two@h.example/a.png?v=1")),
      ImageSourceKey(url: try ResourceURL(url), fields: [HeaderField("authorization", "Bearer 1")]),
      ImageSourceKey(url: try ResourceURL(url), fields: [HeaderField("authorization", "Bearer 2")]),
      ImageSourceKey(custom: url),
    ]
    #expect(Set(sources).count == sources.count)
  }

  @Test("Whatever changes the pixels makes another key")
  func renderings() {
    let renderings = [
      ImageRenderingKey(), ImageRenderingKey(pixelFormat: nil), ImageRenderingKey(appliesOrientation: false),
      ImageRenderingKey(color: "srgb"), ImageRenderingKey(selection: "first"),
      ImageRenderingKey(processors: ["blur 2"]),
      ImageRenderingKey(processors: ["blur 3"]),
    ]
    #expect(Set(renderings).count == renderings.count)
  }

  @Test("URLs that differ in items which do not count are one source")
  func signed() throws {
    let signed = try ["1", "2"].map {
      ImageSourceKey(url: try ResourceURL("\(url)&X-Amz-Signature=\($0)"), counting: .withoutSignatures)
    }
    #expect(signed[0] == signed[1])
    #expect(signed[0] == ImageSourceKey(url: try ResourceURL(url)))
  }

  @Test("A name of the caller's own stands for URLs of any kind, apart for other credentials")
  func custom() {
    #expect(ImageSourceKey(custom: "cover") == ImageSourceKey(custom: "cover"))
    #expect(ImageSourceKey(custom: "cover") != ImageSourceKey(custom: "cover", fields: [HeaderField("cookie", "1")]))
  }
}
