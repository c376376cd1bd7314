import LazuliCore
import Testing

@testable import Lazuli

@Suite("What makes loads the same")
struct KeyTests {
  private func key(_ url: String = "https://a.test/", _ change: (inout ImageRequest) -> Void = { _ in }) throws
    -> JobKey
  {
    var request = try ImageRequest(url)
    change(&request)
    return .image(request.shared)
  }

  @Test("What does not change the result does not count: fragment, priority, timeout, wishes, user info")
  func same() throws {
    let other = try key("https://a.test/#x") { request in
      request.priority = .high
      request.timeout = .seconds(1)
      request.wantsPreviews = true
      request.userInfo = 1
    }
    #expect(try key() == other)
    #expect(try key().hashValue == other.hashValue)
  }

  @Test("What changes the bytes counts")
  func bytes() throws {
    #expect(try key() != key("https://a.test/?"))
    #expect(try key() != key("https://user@a.test/"))
    #expect(try key() != key { $0.fields = [HeaderField("Accept", "image/png")] })
    #expect(try key() != key { $0.cachePolicy = .reload })
  }

  @Test("What changes the pixels counts, but not for the fetch")
  func pixels() throws {
    let changes: [(inout ImageRequest) -> Void] = [
      { $0.options.targetSize = .fit(ImageSize(width: 1, height: 1)) }, { $0.options.pixelFormat = .gray8 },
      { $0.options.resizing.gravity = .center }, { $0.options.colorSpace = .displayP3 },
      { $0.options.appliesOrientation = false }, { $0.options.allowsIncomplete = true },
      { $0.options.onlyFirstFrame = true }, { $0.options.onlyDefaultImage = true },
      { $0.options.formatHint = FormatHint(mediaType: "image/png") }, { $0.options.limits = DecodingLimits() },
    ]
    for change in changes {
      #expect(try key() != key("https://a.test/", change))
      #expect(try key().input?.isFetch == true)
    }
    // One which is not compared makes unequal images one.
    #expect(Mirror(reflecting: ImageOptions()).children.count == changes.count + 1)
  }

  @Test("Processors count by their identities and their order")
  func processors() throws {
    let (gray, blur): (any ImageProcessor, any ImageProcessor) = (GrayscaleProcessor(), GaussianBlurProcessor(sigma: 2))
    #expect(try key { $0.options.processors = [gray, blur] } == key { $0.options.processors = [gray, blur] })
    #expect(try key { $0.options.processors = [gray, blur] } != key { $0.options.processors = [blur, gray] })
    #expect(try key { $0.options.processors = [gray, blur] }.input == key { $0.options.processors = [gray] })
  }
}
