import Lazuli
import LazuliTestKit
import Testing

@Suite("Fetching")
struct FetchingTests {
  private let file = DotsProvider.file(width: 4, height: 3)

  @Test("Redirects are followed to the image, over transports")
  func redirects() async throws {
    let transport = FakeTransport([
      "http://a.test/1": .redirect(301, to: "https://b.test/2"),
      "https://b.test/2": .redirect(307, to: "/3"),
      "https://b.test/3": .answer(length: file.count, chunks: [file]),
    ])
    let data = try await ImagePipeline.fake(transport).data(for: "http://a.test/1")
    #expect(data.bytes == file)
    #expect(data.response.url.serialized == "https://b.test/3")
    #expect(data.response.redirects.map(\.serialized) == ["http://a.test/1", "https://b.test/2"])
  }

  @Test("Below the image layer any status is an answer")
  func anyStatus() async throws {
    let transport = FakeTransport(["https://a.test/": .answer(404, chunks: [Array("gone".utf8)])])
    let data = try await ImagePipeline.fake(transport).data(for: "https://a.test/")
    #expect(data.status == 404)
    #expect(data.bytes == Array("gone".utf8))
  }

  @Test("An error names the URL that was asked for, without its password")
  func namedURL() async throws {
    let transport = FakeTransport(["https://a.test/x": .answer(404)])
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(transport).image(for: "https://u:secret@a.test/x")
    }
    #expect(error.code == .httpStatus)
    #expect(error.url == "https://a.test/x")
    #expect(!error.description.contains("secret"))
  }

  @Test("An error page is no image, and its content type says why")
  func errorPage() async throws {
    let page = Array("<!doctype html>".utf8)
    let fields = [HeaderField("Content-Type", "text/html; charset=utf-8")]
    let transport = FakeTransport(["https://a.test/": .answer(200, fields, chunks: [page])])
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(transport).image(for: "https://a.test/")
    }
    #expect(error.code == .notAnImage)
    #expect(error.message.contains("text/html"))
  }

  @Test("An empty body is no image")
  func emptyBody() async throws {
    let transport = FakeTransport(["https://a.test/": .answer(200, length: 0)])
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(transport).image(for: "https://a.test/")
    }
    #expect(error.code == .notAnImage)
  }

  @Test("A connection to a private address is denied, and the error names it")
  func deniedAddress() async throws {
    let address = ConnectionAddress(address: .ipv4([10, 0, 0, 1]), port: 443)
    let transport = FakeTransport(["https://a.test/": [.connect(address)] + .answer(chunks: [file])])
    var settings = PipelineSettings()
    settings.network.deniesPrivateAddresses = true
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(transport, settings: settings).image(for: "https://a.test/")
    }
    #expect(error.code == .denied)
    #expect(error.message.contains("10.0.0.1"))
  }

  @Test("What came before a connection broke is attached to the error")
  func brokenConnection() async throws {
    let lost = ImageError(.connectionLost, at: .fetch, "Lost")
    let transport = FakeTransport([
      "https://a.test/": .answer(length: file.count, chunks: [Array(file.prefix(11))]) + [.fail(lost)]
    ])
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(transport).image(for: "https://a.test/")
    }
    #expect(error.code == .connectionLost)
    let partial = try #require(error.partialImage)
    #expect(!partial.isComplete)
    #expect(partial.pixels.byte(x: 3, y: 0) == 3)
    #expect(partial.pixels.byte(x: 0, y: 2) == 0)
  }

  @Test("What a transport cannot open fails with its reason")
  func openFailure() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake(FakeTransport([:])).image(for: "https://a.test/")
    }
    #expect(error.code == .notFound)
  }

  @Test("A scheme without a plugin is an error of its own")
  func unknownScheme() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake().image(for: "gopher://a.test/")
    }
    #expect(error.code == .noPluginForScheme)
  }

  @Test("What is no URL is refused before anything is asked")
  func invalidURL() async throws {
    let error = try await failure { () async throws(ImageError) in
      try await ImagePipeline.fake().image(for: "https://")
    }
    #expect(error.code == .invalidURL)
  }

  @Test("Format hints are the response's, unless the caller knows better")
  func hints() async throws {
    let seen = Seen()
    let transport = FakeTransport([
      "https://a.test/x.jpg": .answer(200, [HeaderField("Content-Type", "Image/PNG; q=1")], chunks: [file])
    ])
    let routing = FakeRouting(
      transports: ["https": transport], decoders: [DotsProvider()], seen: { _, hint in seen.set(hint) })
    _ = try await ImagePipeline(routing: routing).image(for: "https://a.test/x.jpg")
    #expect(seen.hint == FormatHint(mediaType: "image/png", fileExtension: "jpg"))
    var options = ImageOptions()
    options.formatHint.mediaType = "image/gif"
    _ = try await ImagePipeline(routing: routing).image(for: "https://a.test/x.jpg", options)
    #expect(seen.hint?.mediaType == "image/gif")
  }
}
