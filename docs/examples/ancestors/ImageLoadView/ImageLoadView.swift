import Lazuli

/// IFUIImageLoadView: one call from text to an image; a delegate told with the image and the object it belongs to.
///
///     ImageLoadView NAME=URL…        a name twice: the image is in memory then
@main
struct ImageLoadView {
  static func main() async throws {
    let (ends, continuation) = AsyncStream<String>.makeStream()
    let delegate = Keeper(ends: continuation)
    let view = ImageViewModel<String>(ImagePipeline()) { state in
      if state.isIndicatorVisible { print("(spinner)") }
    }
    view.delegate = delegate
    var iterator = ends.makeAsyncIterator()
    for word in CommandLine.arguments.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      view.start(try ImageRequest(parts[1]), for: parts[0])
      print(await iterator.next() ?? "")
    }
  }
}

/// Keeps what it is told of, as a model of records would.
private final class Keeper: ImageViewDelegate {
  private let ends: AsyncStream<String>.Continuation

  init(ends: AsyncStream<String>.Continuation) { self.ends = ends }

  func imageLoaded(_ response: ImageResponse, for object: String) {
    ends.yield("\(object): \(response.image.width)×\(response.image.height) from \(response.origin)")
  }

  func imageFailed(_ error: ImageError, for object: String) { ends.yield("\(object): \(error.code.rawValue)") }
}
