import Lazuli

/// URLImageView: start loading, be told true or false in the end; an indicator and the progress on the way.
///
///     URLImageView URL…        "" is an absent URL
@main
struct URLImageView {
  static func main() async {
    let view = ImageViewModel<Void>(ImagePipeline()) { print(text($0)) }
    for url in CommandLine.arguments.dropFirst() {
      let isLoaded = await withCheckedContinuation { end in
        view.start(try? ImageRequest(url)) { end.resume(returning: $0) }
      }
      print("loaded: \(isLoaded)")
    }
  }

  private static func text(_ state: ImageViewState) -> String {
    switch state {
    case .empty: "(nothing)"
    case .placeholder: "(placeholder)"
    case .loading(let loading):
      (loading.isIndicatorVisible ? "(indicator) " : "") + (loading.progress.map(percentage) ?? "(placeholder)")
    case .loaded(let response): "[\(response.image.width)×\(response.image.height)]"
    case .failed(let error): "(placeholder) \(error.code.rawValue)"
    }
  }

  private static func percentage(_ progress: ByteProgress) -> String {
    progress.fraction.map { "\(Int($0 * 100)) %" } ?? "\(progress.receivedByteCount) bytes"
  }
}
