import Lazuli

/// ImageDownloader: pictures of a table's rows, scaled to 75×75, told by row; failed ones are tried again.
///
///     ImageDownloader URL…
@main
struct ImageDownloader {
  static func main() async throws {
    let (ends, continuation) = AsyncStream<(Int, ImageListRow<String>)>.makeStream()
    let list = ImageList<String>(ImagePipeline()) { continuation.yield(($0, $1)) }
    let urls = Array(CommandLine.arguments.dropFirst())
    list.replace(try urls.map { ("app \($0.split(separator: "/").last ?? "")", try request($0)) })
    list.show(0..<urls.count)
    var failedRows: Set<Int> = []
    var loadedCount = 0
    for await (index, row) in ends {
      switch row.state {
      case .loaded(let response):
        loadedCount += 1
        print("row \(index), \(row.object): \(response.image.width)×\(response.image.height)")
      case .failed(let error):
        print("row \(index), \(row.object): \(error.code.rawValue)")
        if failedRows.insert(index).inserted { list.retryFailed() } else { loadedCount += 1 }
      case .idle, .loading: break
      }
      if loadedCount == urls.count { return }
    }
  }

  private static func request(_ url: String) throws -> ImageRequest {
    var request = try ImageRequest(url)
    request.options.targetSize = .exact(ImageSize(width: 75, height: 75))
    return request
  }
}
