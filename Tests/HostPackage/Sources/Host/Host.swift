import Lazuli

@main
struct Host {
  static func main() async throws {
    let pipeline = ImagePipeline()
    for url in CommandLine.arguments.dropFirst() {
      let image = try await pipeline.image(for: url)
      print("\(image.format) \(image.width)×\(image.height)")
    }
  }
}
