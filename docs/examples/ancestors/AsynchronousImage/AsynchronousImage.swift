import Lazuli

/// LoadImageAsynchronously: the placeholder first, a new load ends the one under way, filled and clipped to a box;
/// and what its readers missed: an array of URLs.
///
///     AsynchronousImage WIDTHxHEIGHT URL…
@main
struct AsynchronousImage {
  static func main() async throws {
    let sides = CommandLine.arguments[1].split(separator: "x").compactMap { Int($0) }
    let box = ImageSize(width: sides[0], height: sides[1])
    let requests = try CommandLine.arguments.dropFirst(2).map { try request($0, filling: box) }
    let pipeline = ImagePipeline()
    let view = ImageViewModel<Void>(pipeline) { state in
      if case .loading(let loading) = state, loading.progress == nil { print("(placeholder)") }
      if case .failed = state { print("(placeholder stays)") }
      if case .loaded(let response) = state { print("[\(response.image.width)×\(response.image.height)]") }
    }
    view.start(requests[0]) { print("first: \($0)") }
    await withCheckedContinuation { end in
      view.start(requests[requests.count - 1]) { isLoaded in
        print("last: \(isLoaded)")
        end.resume()
      }
    }
    for await element in pipeline.images(for: requests, order: .given) {
      print("\(element.index): " + ((try? element.image).map { "\($0.width)×\($0.height)" } ?? "none"))
    }
  }

  private static func request(_ url: String, filling box: ImageSize) throws -> ImageRequest {
    var request = try ImageRequest(url)
    request.timeout = .seconds(90)
    request.options.targetSize = .fill(box)
    request.options.processors = [CropProcessor(.size(box, .center))]
    return request
  }
}
