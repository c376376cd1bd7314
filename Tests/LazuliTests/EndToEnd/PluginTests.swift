import EngineTestSupport
import Lazuli
import LazuliTestSupport
import Testing

@Suite("With the plugins that come along")
struct PluginTests {
  /// 1×1, red.
  private let png =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

  @Test("A data URL becomes a pixel")
  func dataURL() async throws {
    let image = try await ImagePipeline.built().image(for: png)
    #expect(image.format == "png")
    #expect(image.pixels.isFilled(with: [255, 0, 0, 255]))
  }

  @Test("What is written as a file is read as the same pixels")
  func roundTrip() async throws {
    let pipeline = ImagePipeline.built()
    let image = try await pipeline.image(for: png)
    let bytes = try await pipeline.encode(image, as: EncodeRequest("png"))
    let path = "/tmp/lazuli-round-trip-\(UInt64.random(in: 0 ... .max)).png"
    try TestFile.write(bytes, to: path)
    defer { TestFile.remove(path) }
    let again = try await pipeline.image(for: "file://\(path)")
    #expect(again.pixels.isFilled(with: [255, 0, 0, 255]))
  }

  @Test("Texts come back from the file as they were given, behind them the image's own")
  func texts() async throws {
    let pipeline = ImagePipeline.built()
    var request = EncodeRequest("png")
    request.texts = [ImageText("Title", "Föhn"), ImageText("Author", "Чехов"), ImageText("Empty", "")]
    let first = try await pipeline.encode(pipeline.image(for: png), as: request)
    request.texts = [ImageText("Title", "Other")]
    let second = try await pipeline.image(from: pipeline.encode(pipeline.image(from: first), as: request))
    #expect(
      second.metadata == [
        .text(keyword: "Title", "Other"), .text(keyword: "Author", "Чехов"), .text(keyword: "Empty", ""),
      ])
    request.keepsMetadata = false
    let third = try await pipeline.image(from: pipeline.encode(second, as: request))
    #expect(third.metadata == [.text(keyword: "Title", "Other")])
  }

  @Test("A format without keywords has texts as comments")
  func comments() async throws {
    let pipeline = ImagePipeline.built()
    var request = EncodeRequest("jpeg")
    request.texts = [ImageText("Comment", "A föhn"), ImageText("Title", "B")]
    let file = try await pipeline.encode(pipeline.image(for: png), as: request)
    let image = try await pipeline.image(from: file)
    #expect(image.metadata == [.text(keyword: "Comment", "A föhn"), .text(keyword: "Comment", "Title: B")])
  }

  @Test("A keyword that PNG cannot have is refused", arguments: ["", "字", String(repeating: "k", count: 80)])
  func wrongKeyword(_ keyword: String) async throws {
    let pipeline = ImagePipeline.built()
    var request = EncodeRequest("png")
    request.texts = [ImageText(keyword, "text")]
    let (image, refused) = (try await pipeline.image(for: png), request)
    let error = try await failure { () async throws(ImageError) in try await pipeline.encode(image, as: refused) }
    #expect(error.code == .unsupported)
  }

  @Test("A file is read only below the folders that may be read")
  func roots() async throws {
    var configuration = Configuration()
    configuration.files = FilePolicy(roots: ["/nowhere"])
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built(configuration).data(for: "file:///etc/hostname")
    }
    #expect(error.code == .denied)
  }

  @Test("A file that is not there says so")
  func missing() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built().image(for: "file:///nowhere/x.png")
    }
    #expect(error.code == .notFound)
  }

  @Test("A scheme that nobody serves says what was looked for")
  func unknownScheme() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built().image(for: "gopher://a.test/")
    }
    #expect(error.code == .noPluginForScheme)
  }

  @Test("A file of another kind is no image")
  func notAnImage() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.built().image(for: "data:text/html,<!doctype html>")
    }
    #expect(error.code == .notAnImage)
    #expect(error.message.contains("text/html"))
  }
}
