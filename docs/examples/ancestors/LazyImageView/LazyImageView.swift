import Lazuli

/// DTLazyImageView: given a URL, it loads when it joins the screen, and stops when it leaves.
///
///     LazyImageView URL
@main
struct LazyImageView {
  static func main() async throws {
    let (states, continuation) = AsyncStream<ImageViewState>.makeStream()
    let view = ImageViewModel<Void>(ImagePipeline()) { continuation.yield($0) }
    view.assign(try ImageRequest(CommandLine.arguments[1]))
    print("assigned: \(isLoading(view) ? "loading" : "waiting")")
    view.attach()
    print("attached: \(isLoading(view) ? "loading" : "not loading")")
    view.detach()
    print("detached: \(isLoading(view) ? "loading" : "cancelled")")
    view.attach()
    for await state in states {
      if case .loaded(let response) = state {
        return print("shown: \(response.image.width)×\(response.image.height)")
      }
      if case .failed(let error) = state { return print("failed: \(error.code.rawValue)") }
    }
  }

  private static func isLoading(_ view: ImageViewModel<Void>) -> Bool {
    if case .loading = view.current { true } else { false }
  }
}
